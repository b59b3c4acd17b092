/** The one documented event, which carries a finished conversation: part 6 of the interface document. */
export const CONVERSATION_COMPLETE = 'ConversationComplete';
