import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { findCredential, useItem } from '../shared/credential';
import {
	describeThrown,
	isTool,
	throwNodeError,
	toErrorInOneText,
	toNodeError,
} from '../shared/errors';
import { readParameters } from '../shared/read-parameters';
import { compareNumbers } from './resources/conversation/compareNumbers';
import { createReport } from './resources/conversation/createReport';
import { createSample } from './resources/conversation/createSample';
import { findQuotes } from './resources/conversation/findQuotes';
import { getTranscript } from './resources/conversation/getTranscript';
import { parse } from './resources/conversation/parse';
import { getServerSettings } from './resources/identity/getServerSettings';
import { getUserInfo } from './resources/identity/getUserInfo';
import { refreshToken } from './resources/identity/refreshToken';
import { signOut } from './resources/identity/signOut';
import { verifyToken } from './resources/identity/verifyToken';
import { notAsTool, type Operation } from './resources/operation';
import { download } from './resources/recording/download';
import { getCurrent } from './resources/user/getCurrent';
import { register } from './resources/webhook/register';
import { sendTestEvent } from './resources/webhook/sendTestEvent';

export const resources: Record<
	string,
	{ name: string; operations: Record<string, Operation>; defaultOperation: string }
> = {
	conversation: {
		name: 'Conversation',
		operations: { getTranscript, parse, findQuotes, compareNumbers, createReport, createSample },
		defaultOperation: 'getTranscript',
	},
	identity: {
		name: 'Identity',
		operations: { getServerSettings, getUserInfo, refreshToken, signOut, verifyToken },
		defaultOperation: 'getUserInfo',
	},
	recording: { name: 'Recording', operations: { download }, defaultOperation: 'download' },
	user: { name: 'User', operations: { getCurrent }, defaultOperation: 'getCurrent' },
	webhook: {
		name: 'Webhook',
		operations: { register, sendTestEvent },
		defaultOperation: 'register',
	},
};

export async function executeOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	const doneForAll: DoneForAll = new Map();
	for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex++) {
		const resource = context.getNodeParameter('resource', itemIndex);
		const name = context.getNodeParameter('operation', itemIndex);
		const operation = resources[String(resource)]?.operations[String(name)];
		try {
			if (operation === undefined) throwNodeError(context, 'operation-unknown');
			if (operation.isNoTool && isTool(context)) throwNodeError(context, 'operation-not-as-tool');
			const item = useItem(context, itemIndex);
			const parameters = readParameters(context, operation.fields, itemIndex);
			const execute = async () => await operation.execute(item, parameters);
			const items = operation.executeOnce
				? await executeOnce(item, operation, doneForAll, execute)
				: await execute();
			for (const made of items) output.push({ ...made, pairedItem: { item: itemIndex } });
		} catch (error) {
			const toError = isTool(context) ? toErrorInOneText : toNodeError;
			const nodeError = toError(context, error);
			// n8n shows this index beside the error. An error of n8n may name an item already.
			nodeError.context.itemIndex ??= itemIndex;
			if (!context.continueOnFail()) throw nodeError;
			// If `json` holds nothing but `error`, n8n counts the item as failed: the error output then adds the
			// fields of the input item. With an error object beside `json`, n8n would drop these fields again.
			const json = { error: describeThrown(nodeError) };
			output.push({ json, pairedItem: { item: itemIndex } });
		}
	}
	return output;
}

type DoneForAll = Map<Operation, { account: string; execution: Promise<INodeExecutionData[]> }>;

/** Executes the operation for the first item. The others get the same result, if their account is the same. */
async function executeOnce(
	item: IExecuteFunctions,
	operation: Operation,
	doneForAll: DoneForAll,
	execute: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	// A refresh changes the tokens.
	const { data } = (await findCredential(item)) ?? {};
	const account = JSON.stringify({ ...data, oauthTokenData: null });
	const done = doneForAll.get(operation) ?? { account, execution: execute() };
	doneForAll.set(operation, done);
	if (done.account !== account) throwNodeError(item, 'account-differs');
	return await done.execution;
}

const ACTIONS = Object.fromEntries(
	Object.entries(resources).flatMap(([resource, { operations }]) =>
		Object.entries(operations).map(([name, { action }]) => [`${resource}.${name}`, action]),
	),
);

/** Text below the node's name on the canvas, in the words of the list of actions. */
export const SUBTITLE = `={{ (${JSON.stringify(ACTIONS)})[$parameter["resource"] + "." + $parameter["operation"]] }}`;

/** The resource that calls no server: `displayOptions` hide the credential and the field Authentication. */
export const withoutCredential = { resource: ['conversation'] };

export const resourceProperties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: Object.entries(resources).map(([value, { name, operations }]) => ({
			name,
			value,
			...(Object.values(operations).every(({ isNoTool }) => isNoTool) && {
				displayOptions: notAsTool,
			}),
		})),
		default: 'user',
	},
	...Object.entries(resources).map(
		([resource, { operations, defaultOperation }]): INodeProperties => ({
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [resource] } },
			options: Object.entries(operations).map(
				([value, { name, action, description, isNoTool }]) => ({
					name,
					value,
					action,
					description,
					...(isNoTool && { displayOptions: notAsTool }),
				}),
			),
			default: defaultOperation,
		}),
	),
	...Object.entries(resources).flatMap(([resource, { operations }]) =>
		Object.entries(operations).flatMap(([operation, { fields }]) =>
			fields.map((field) => ({
				...field,
				displayOptions: {
					...field.displayOptions,
					show: { resource: [resource], operation: [operation], ...field.displayOptions?.show },
				},
			})),
		),
	),
];
