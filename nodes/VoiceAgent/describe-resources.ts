import type { INodeProperties } from 'n8n-workflow';
import { notAsTool } from './as-tool';
import { resources } from './resources';

const ACTIONS = Object.fromEntries(
	Object.entries(resources).flatMap(([resource, { operations }]) =>
		Object.entries(operations).map(([name, { action }]) => [`${resource}.${name}`, action]),
	),
);

/** What the canvas shows below the node's name: what it does, in the words of the list of actions. */
export const SUBTITLE = `={{ (${JSON.stringify(ACTIONS)})[$parameter["resource"] + "." + $parameter["operation"]] }}`;

/** For the `displayOptions` of what only calls need. */
export const withoutCredential = {
	resource: Object.keys(resources).filter((value) => resources[value]?.withoutCredential),
};

const resourceField: INodeProperties = {
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
};

/** The operations of each resource. */
const operationFields: INodeProperties[] = Object.entries(resources).map(
	([resource, { operations, defaultOperation }]) => ({
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: Object.entries(operations).map(([value, { name, action, description, isNoTool }]) => ({
			name,
			value,
			action,
			description,
			...(isNoTool && { displayOptions: notAsTool }),
		})),
		default: defaultOperation,
	}),
);

/** What each operation asks for, shown for itself alone. */
const fieldsOfOperations: INodeProperties[] = Object.entries(resources).flatMap(
	([resource, { operations }]) =>
		Object.entries(operations).flatMap(([operation, { fields }]) =>
			fields.map((field) => ({
				...field,
				displayOptions: {
					...field.displayOptions,
					show: { resource: [resource], operation: [operation], ...field.displayOptions?.show },
				},
			})),
		),
);

/** Everything that the resources and their operations ask the user for, in the order of the screen. */
export const resourceProperties: INodeProperties[] = [
	resourceField,
	...operationFields,
	...fieldsOfOperations,
];
