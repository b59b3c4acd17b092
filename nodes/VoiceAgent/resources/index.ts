import * as conversation from './conversation';
import * as identity from './identity';
import type { Resource } from './operation';
import * as recording from './recording';
import * as user from './user';
import * as webhook from './webhook';

const { getTranscript, parse, ...otherConversation } = conversation;

/** Every operation of the node, by the value of the parameter Resource, in the order of the lists. */
export const resources: Record<string, Resource> = {
	conversation: {
		name: 'Conversation',
		// What most workflows use comes first.
		operations: { getTranscript, parse, ...otherConversation },
		defaultOperation: 'getTranscript',
		withoutCredential: true,
	},
	identity: {
		name: 'Identity',
		operations: { ...identity },
		defaultOperation: 'getUserInfo',
	},
	recording: {
		name: 'Recording',
		operations: { ...recording },
		defaultOperation: 'download',
	},
	user: {
		name: 'User',
		operations: { ...user },
		defaultOperation: 'getCurrent',
	},
	webhook: {
		name: 'Webhook',
		operations: { ...webhook },
		defaultOperation: 'register',
	},
};
