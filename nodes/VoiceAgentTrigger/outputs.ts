import { NodeConnectionTypes, type INodeTypeDescription } from 'n8n-workflow';

const conversation = { type: NodeConnectionTypes.Main, displayName: 'Conversation' };
const discarded = { type: NodeConnectionTypes.Main, displayName: 'Discarded' };

/** What is discarded never comes by the first output: what follows there must not run on it. */
export const outputs: INodeTypeDescription['outputs'] = `={{ $parameter["options"]["outputDiscarded"] === true ? ${JSON.stringify([conversation, discarded])} : ${JSON.stringify([NodeConnectionTypes.Main])} }}`;
