import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { DEFAULT_SIGNATURE_HEADER } from '../../core/delivery/authenticate';
import { DEFAULT_REGISTRATION_BODY } from '../../core/registration/body';

/** The choices of a parameter by their values, in the order of the list. */
export function declareChoices(
	choices: Record<string, readonly [name: string, description: string]>,
): INodePropertyOptions[] {
	return Object.entries(choices).map(([value, [name, description]]) => ({
		name,
		value,
		description,
	}));
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

export function declareText(
	name: string,
	displayName: string,
	example: string,
	description: string,
) {
	return {
		displayName,
		name,
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
		description,
	} satisfies INodeProperties;
}

/** Texts separated by commas, which `list` of `read-parameters` reads. */
export function declareList(name: string, displayName: string, example: string, values: string) {
	return declareText(name, displayName, example, `${values}, separated by commas`);
}

/** Texts as a list or a line each, which `texts` of `read-parameters` reads. */
export function declareTexts(name: string, displayName: string, example: string, values: string) {
	const description = `${values}: a list, or a line for each. At most 100 of 1,000 characters.`;
	const field = declareText(name, displayName, example, description);
	return { ...field, typeOptions: { rows: 4 }, required: true } satisfies INodeProperties;
}

/** For the `options` of a fixed collection whose entries are of one kind, such as rules. */
export function declareGroup(displayName: string, name: string, values: INodeProperties[]) {
	return [{ displayName, name, values }];
}

export const shapeField: INodeProperties = {
	displayName: 'Record',
	name: 'shape',
	type: 'options',
	options: declareChoices({
		A: ['Full', 'With more fields'],
		B: ['Short', 'With fewer fields, some under other names'],
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
	...declareText('webhookUrl', 'Webhook URL', 'https://n8n.example.com/webhook/…', description),
	required: true,
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
		oAuth2: ['OAuth2 (Recommended)', 'Sign in once. n8n refreshes the token.'],
		accessToken: [
			'Access Token',
			'Paste an access token for one-off calls. It expires after 24 hours.',
		],
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
