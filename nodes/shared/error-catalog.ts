import { accountErrors } from './catalog/account';
import { callErrors } from './catalog/calls';
import { recordingErrors } from './catalog/recordings';
import { recordErrors } from './catalog/records';
import { registrationErrors } from './catalog/registrations';

/** Where `advice` names a field that the tool of an AI agent lacks, the model reads `adviceForTool`. */
export type CatalogEntry = readonly [message: string, advice: string, adviceForTool?: string];

/**
 * Every code of the nodes, and the source of `docs/errors.md`: one sentence on what happened, without values from
 * outside (the nodes add the parameter or the service's words), and how to solve the problem.
 */
export const errorCatalog = {
	...accountErrors,
	...callErrors,
	...recordErrors,
	...recordingErrors,
	...registrationErrors,
} satisfies Record<string, CatalogEntry>;

export type ErrorCode = keyof typeof errorCatalog;
