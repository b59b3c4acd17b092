import { CONVERSATION_COMPLETE } from './conversation-complete';
import { type FilterList, matchesAny, parseFilterList } from './filter-list';

/** Whether an event carries a conversation, by its name, without regard to case and outer spaces. */
export function isConversationComplete(event: string): boolean {
	return matchesAny([event], [CONVERSATION_COMPLETE]);
}

/** Whether the event of a delivery is wanted, without regard to case. An empty list means ConversationComplete. */
export function isEventWanted(event: string, wanted: FilterList | undefined): boolean {
	const names = parseFilterList(wanted);
	return matchesAny([event], names.length === 0 ? [CONVERSATION_COMPLETE] : names);
}
