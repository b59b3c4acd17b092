import * as conversation from './conversation';
import * as identity from './identity';
import type { Resource } from './operation';
import * as recording from './recording';
import * as user from './user';
import * as webhook from './webhook';

/** Every operation of the node, by the value of the parameter Resource. */
export const resources: Record<string, Resource> = {
	conversation: {
		name: 'Conversation',
		operations: { ...conversation },
		defaultOperation: 'parse',
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
