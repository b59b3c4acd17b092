import type { INodeProperties } from 'n8n-workflow';

/** The choice between the two record shapes of the service. */
export const shapeField: INodeProperties = {
	displayName: 'Shape',
	name: 'shape',
	type: 'options',
	options: [
		{ name: 'A', value: 'A', description: 'The shape with all documented fields' },
		{ name: 'B', value: 'B', description: 'The shorter shape, with other field names' },
	],
	default: 'A',
	description: 'Which of the two shapes of the service to use',
};
