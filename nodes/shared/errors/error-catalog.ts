import { conversationErrors } from './conversation-errors';
import { credentialErrors } from './credential-errors';
import { recordingErrors } from './recording-errors';
import { registrationErrors } from './registration-errors';
import { serviceErrors } from './service-errors';

/**
 * Every code that the nodes can show. `docs/errors.md` lists the same codes; a test compares both.
 * A message names no value from outside; the service's own message is added separately.
 */
export const errorCatalog = {
	...credentialErrors,
	...serviceErrors,
	...conversationErrors,
	...recordingErrors,
	...registrationErrors,
} as const;

export type ErrorCode = keyof typeof errorCatalog;
