import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { DEFAULT_SIGNATURE_HEADER } from '../../core/delivery/authenticate';
import { DEFAULT_REGISTRATION_BODY } from '../../core/registration/body';
import { listOutputFields, OUTPUTS, outputs } from '../../core/conversation/outputs';
import countries from './countries.json';
import { ownNumbersField, speakersField } from './statements';

export const outputOptions = OUTPUTS.map((value) => {
	const { label: name, description } = outputs[value];
	return { name, value, description };
});

export const outputField: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	noDataExpression: true,
	options: outputOptions,
	default: 'conversation',
	description: 'How to format each conversation',
};

/** The choices of a parameter by their values, in the order of the list. */
export function declareChoices(
	choices: Record<string, { name: string; description: string }>,
): INodePropertyOptions[] {
	return Object.entries(choices).map(([value, { name, description }]) => {
		return { name, value, description };
	});
}

export function declareOptions(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	};
}

// A list for each output: a name that is selected for Turns may be unknown to Flat.
const nameLists = OUTPUTS.filter((output) => output !== 'raw').map(
	(output): INodeProperties => ({
		displayName: 'Names',
		name: `${output}Names`,
		type: 'multiOptions',
		displayOptions: { show: { '/output': [output] } },
		options: listOutputFields(output)
			.toSorted()
			.map((name) => ({ name, value: name })),
		default: [],
		description: 'Names of the fields in the output. If you select none, all fields are emitted.',
	}),
);

export const outputOptionFields: INodeProperties[] = [
	{
		displayName: 'Customer Number',
		name: 'customerNumber',
		type: 'options',
		displayOptions: { hide: { '/output': ['raw'] } },
		options: declareChoices({
			auto: {
				name: 'By Direction',
				description: "The called number of an outbound call, otherwise the caller's number",
			},
			from: { name: 'From Number', description: "Always the caller's number" },
			to: { name: 'To Number', description: 'Always the called number' },
		}),
		default: 'from',
		description: 'Which number to use as customer_number',
	},
	{
		displayName: 'Default Country',
		name: 'defaultCountry',
		type: 'options',
		displayOptions: { hide: { '/output': ['raw'] } },
		options: countries,
		default: 'US',
		description:
			'Country of the customer numbers that come without a calling code. A number that may be of another country, too, stays as it came.',
	},
	{
		displayName: 'Direction',
		name: 'direction',
		type: 'options',
		displayOptions: { hide: { '/output': ['raw'] } },
		options: declareChoices({
			auto: {
				name: 'Detect Automatically',
				description:
					'By Own Numbers, otherwise outbound if the record names a campaign, otherwise null',
			},
			inbound: { name: 'Inbound', description: 'Customers call your agents' },
			outbound: { name: 'Outbound', description: 'Your agents call customers' },
		}),
		default: 'inbound',
		description:
			'Who called whom, for all calls. The service does not say this for calls without a campaign.',
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'fixedCollection',
		displayOptions: { hide: { '/output': ['raw'] } },
		default: { choice: { mode: 'selected' } },
		description: 'Which fields to emit. Without this option, all fields are emitted.',
		options: [
			{
				displayName: 'Choice',
				name: 'choice',
				values: [
					{
						displayName: 'Mode',
						name: 'mode',
						type: 'options',
						options: declareChoices({
							all: { name: 'All', description: 'Emit every field' },
							except: {
								name: 'All Except',
								description: 'Emit all fields except the selected ones',
							},
							selected: { name: 'Selected', description: 'Emit only the selected fields' },
						}),
						default: 'selected',
						description: 'What to do with the selected fields',
					},
					...nameLists,
				],
			},
		],
	},
	{
		displayName: 'Leave Out System Turns',
		name: 'leaveOutSystemTurns',
		type: 'boolean',
		displayOptions: { show: { '/output': ['conversation', 'turns'] } },
		default: false,
		description: "Whether to leave out system turns, such as the agent's instructions",
	},
	ownNumbersField,
	{
		displayName: 'Personal Data',
		name: 'personalData',
		type: 'options',
		noDataExpression: true,
		options: declareChoices({
			keep: { name: 'Keep', description: 'Emit everything' },
			leaveOut: {
				name: 'Leave Out',
				description:
					'Emit null for numbers, names, recording links, transcript and history. Outcome, times and counts stay.',
			},
			maskNumbers: {
				name: 'Mask Numbers',
				description: 'Emit only the last two digits of each phone number, also in texts',
			},
		}),
		default: 'keep',
		description:
			'What to do with data that says who called or what was said. Not for the output Raw.',
	},
	speakersField,
];

export const shapeField: INodeProperties = {
	displayName: 'Record',
	name: 'shape',
	type: 'options',
	options: declareChoices({
		A: { name: 'Full', description: 'With every documented field' },
		B: { name: 'Short', description: 'With fewer fields, under other names' },
	}),
	default: 'A',
	description: "Which of the service's two records to use",
};

export const registrationBodyField: INodeProperties = {
	displayName: 'Registration Body',
	name: 'registrationBody',
	type: 'json',
	default: DEFAULT_REGISTRATION_BODY,
	description:
		'JSON that registers the webhook. The node fills in %WEBHOOK_URL% and %EVENT%. In a list, "%EVENT%" becomes one element for each event.',
};

export const declareWebhookUrl = (description: string): INodeProperties => ({
	displayName: 'Webhook URL',
	name: 'webhookUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://n8n.example.com/webhook/…',
	description,
});

export const privateWebhookUrlField: INodeProperties = {
	displayName: 'Use Private Webhook URL',
	name: 'usePrivateWebhookUrl',
	type: 'boolean',
	default: true,
	description:
		'Whether to use a webhook URL on localhost or a private network. Only for a service in the same network.',
};

export const signatureHeaderField: INodeProperties = {
	displayName: 'Signature Header',
	name: 'signatureHeader',
	type: 'string',
	default: DEFAULT_SIGNATURE_HEADER,
	description: 'Header that carries the signature if the credential has a webhook signing secret',
};

/** Both credentials, for a node that begins with {@link authenticationField}. */
export const declareCredentials = (hide: Record<string, (string | boolean)[]>) =>
	[
		{ name: 'voiceAgentOAuth2Api', authentication: ['oAuth2'] },
		{ name: 'voiceAgentTokenApi', authentication: ['accessToken'] },
	].map(({ name, authentication }) => {
		return { name, required: true, displayOptions: { show: { authentication }, hide } };
	});

/** Selects one of the two credentials; first among the parameters of a node. */
export const authenticationField = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	// n8n decides by the stored value which credential is there.
	noDataExpression: true,
	options: declareChoices({
		oAuth2: { name: 'OAuth2 (Recommended)', description: 'Sign in once. n8n refreshes the token.' },
		accessToken: {
			name: 'Access Token',
			description: 'Paste an access token for one-off calls. It expires after 24 hours.',
		},
	}),
	default: 'oAuth2',
} satisfies INodeProperties;

/** For the Options collection of a node that can work without a credential. */
export const withoutCredentialField: INodeProperties = {
	displayName: 'Without Credential',
	name: 'withoutCredential',
	type: 'boolean',
	// n8n looks at the stored value to decide whether a credential is missing.
	noDataExpression: true,
	default: true,
	description: 'Whether to use no credential. Needs Registration Manual, and verifies nothing.',
};

/** Hides the row of both credentials, which n8n itself hides only if Authentication is `none`. */
export const WITHOUT_CREDENTIAL = { '/options.withoutCredential': [true] };
