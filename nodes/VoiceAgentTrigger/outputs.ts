import { NodeConnectionTypes, type INodeTypeDescription } from 'n8n-workflow';

const conversation = { type: NodeConnectionTypes.Main, displayName: 'Conversation' };
const heldBack = { type: NodeConnectionTypes.Main, displayName: 'Held Back' };

/** What is held back never comes by the first output: what follows there must not run on it. */
export const outputs: INodeTypeDescription['outputs'] = `={{ $parameter["options"]["emitHeldBack"] === true ? ${JSON.stringify([conversation, heldBack])} : ${JSON.stringify([NodeConnectionTypes.Main])} }}`;
