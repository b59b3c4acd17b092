import type { INodeProperties } from 'n8n-workflow';

/** The choice between the service's two record shapes: users read full for A, short for B. */
export const shapeField: INodeProperties = {
	displayName: 'Record',
	name: 'shape',
	type: 'options',
	options: [
		{ name: 'Full', value: 'A', description: 'With every documented field' },
		{ name: 'Short', value: 'B', description: 'With fewer fields, under other names' },
	],
	default: 'A',
	description: "Which of the service's two records to use",
};
