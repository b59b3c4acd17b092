import type { INodeProperties } from 'n8n-workflow';
import { createReport } from './conversation/createReport';
import { getTranscript } from './conversation/getTranscript';
import { parse } from './conversation/parse';
import { getProviderConfiguration } from './identity/getProviderConfiguration';
import { getUserInfo } from './identity/getUserInfo';
import { signOut } from './identity/signOut';
import { verifyToken } from './identity/verifyToken';
import type { Operation } from './operation';
import { download } from './recording/download';
import { getCurrent } from './user/getCurrent';
import { register } from './webhook/register';

/** Every operation by the values of the parameters Resource and Operation. */
export const operations: Record<string, Record<string, Operation>> = {
	conversation: { createReport, getTranscript, parse },
	identity: { getProviderConfiguration, getUserInfo, signOut, verifyToken },
	recording: { download },
	user: { getCurrent },
	webhook: { register },
};

/** The operations' fields, each shown for its own resource and operation. */
export const operationFields: INodeProperties[] = Object.entries(operations).flatMap(
	([resource, byName]) =>
		Object.entries(byName).flatMap(([operation, { fields }]) =>
			fields.map((field) => ({
				...field,
				displayOptions: {
					...field.displayOptions,
					show: { resource: [resource], operation: [operation], ...field.displayOptions?.show },
				},
			})),
		),
);
