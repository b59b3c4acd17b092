import type { INodeProperties } from 'n8n-workflow';

/**
 * Shows the fields that hardly anyone needs. n8n's form for credentials shows nothing at all for a
 * collection, so they are at top level.
 */
export const advancedSettings: INodeProperties = {
	displayName: 'Advanced Settings',
	name: 'advancedSettings',
	type: 'boolean',
	default: false,
	description:
		'Whether to show settings that hardly anyone needs. Saving with this switched off returns them to their defaults.',
};

/** For the `displayOptions` of those fields. */
export const showAdvanced = {
	show: { advancedSettings: [true] },
} satisfies INodeProperties['displayOptions'];
