import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { openChoices } from '../../sandbox/dialects/dialects.mts';
import type { Settings } from './scene.mts';

/** The results of an evening with a dialect if everything is right. Default: the results without a dialect. */
export interface Right {
	steps?: Record<string, unknown>;
	/** The executions that a call starts, as `describeCall` shows their items: `history` is the number of turns. */
	call?(call: IDataObject, dialogue: string): IDataObject[];
}

/** What a user sets if the first evening shows that something is otherwise. */
export interface Remedy {
	/** Name of the setting, or of the page that leads to it. Something that the user sees on the first evening shows it. */
	name: string;
	/** How messages, lines of the log and panels write the name. Default: as it is. */
	named?: RegExp;
	settings: Settings;
}

export interface Row {
	/** What the user has set already. */
	before?: Settings;
	right?: Right;
	remedy?: Remedy;
}

const options = (values: INodeParameters): Settings => ({ trigger: { options: values } });

const withBody = (body: object): Remedy => ({
	name: 'Registration Body',
	settings: options({ registrationBody: JSON.stringify(body) }),
});

const manual: Remedy = {
	name: 'Registration: Manual',
	named: /Registration'?(?::| to) Manual/,
	settings: options({ registration: 'manual' }),
};

const whenPublished: Remedy = {
	name: 'Registration: When Published',
	named: /Registration to When Published/,
	settings: options({ registration: 'whenPublished' }),
};

const speaking = (roles: INodeParameters): Remedy => ({
	name: 'Speakers',
	settings: options({ speakers: { roles } }),
});

/** n8n's own Webhook node, and Parse behind it. */
const parsing = (fieldValue: string, { isFileRead = false } = {}): Remedy => ({
	name: 'Delivery Reasons',
	settings: { isWebhookNode: true, isFileRead, parse: { source: 'field', fieldValue } },
});

/** The same with Extract from File between them, for a Content-Type whose body n8n does not parse. */
const extracting = (fieldValue: string): Remedy => parsing(fieldValue, { isFileRead: true });

const changing = (changes: IDataObject): Right => ({ call: (call) => [{ ...call, ...changes }] });

/** A number that nobody can call back, in calls without a campaign. */
const withheld: Row = {
	right: {
		call: (call, dialogue) =>
			dialogue === 'campaign-call' ? [call] : [{ ...call, customer_number: null }],
	},
};

const failing = (steps: Record<string, string>): Row => ({ right: { steps } });

/** What `delivery.valid` says of every delivery. */
const proving = (valid: string): Row => ({ right: { steps: { valid } } });

const signingSecret = 'whsec_c2FuZGJveC1zaWduaW5nLXNlY3JldA==';
const signed: Settings = { credential: { signingSecret } };
const unsigned: Remedy = {
	name: 'Webhook Signing Secret',
	named: /Delivery Reasons page/,
	settings: { credential: {} },
};

const unverified: Remedy = {
	name: 'Verify Tokens',
	settings: { credential: { advancedSettings: true, verifyTokens: false } },
};

const signingIn = (fields: INodeParameters, named: RegExp): Remedy => ({
	name: 'authorizationParameters' in fields ? 'Authorization Parameters' : 'More Scopes',
	named,
	settings: { credential: { advancedSettings: true, ...fields } },
});
const sending = (parameter: string, value: string): Row => ({
	remedy: signingIn(
		{ authorizationParameters: `${parameter}=${value}` },
		new RegExp(`${parameter} is required`),
	),
});

const wrongBody: Settings = options({ registrationBody: '{"address":"%WEBHOOK_URL%"}' });
/** The message also holds what the service says, and no token that the service repeats there. */
const rejected = (words = 'The field url is required'): Row => ({
	before: wrongBody,
	remedy: {
		name: 'Registration Body',
		named: new RegExp(`^(?=.*Registration Body).*${words}`, 's'),
		settings: {},
	},
});

const twice: Right = { call: (call) => [call, call] };

const withoutHistory: Right = {
	call: (call, dialogue) => [
		{
			...call,
			...{ answered: null, transcript: '', history: null },
			outcome: dialogue === 'missed-call' ? 'failed' : null,
		},
	],
};

/** The other dialects need nothing: with a newcomer's settings, the results are those without a dialect. */
const special: Record<string, Row> = {
	'fields-callback': { remedy: withBody({ callbackUrl: '%WEBHOOK_URL%' }) },
	'fields-event-name': { remedy: withBody({ url: '%WEBHOOK_URL%', eventName: '%EVENT%' }) },
	'fields-strict': { remedy: withBody({ targetUrl: '%WEBHOOK_URL%', events: ['%EVENT%'] }) },
	'id-nowhere': { remedy: manual },
	'id-page': { remedy: manual },
	'created-303-page': { remedy: manual },
	'created-302': { remedy: manual },
	'created-301': { remedy: manual },
	'moved-308': { remedy: manual },
	'second-account-409': { remedy: whenPublished },
	'second-account-403': { remedy: whenPublished },
	'second-account-replaces': { remedy: whenPublished },
	'sign-in-audience': sending('audience', 'https://api.example.com'),
	'sign-in-resource': sending('resource', 'https://api.example.com'),
	'sign-in-nonce': sending('nonce', 'n-1'),
	'sign-in-prompt': sending('prompt', 'consent'),
	'sign-in-scope': {
		remedy: signingIn({ moreScopes: 'voice.read' }, /scope voice\.read is required/),
	},
	'check-get': { remedy: manual },
	'check-head': { remedy: manual },
	'error-message': rejected(),
	'error-pascal-case': rejected('required. Request id 123e4567-e89b-12d3-a456-426614174000'),
	'error-nested': rejected(),
	'error-fields': rejected(),
	'error-text': rejected(),
	'error-repeats-token': rejected('The field url is required. Authorization: .*removed'),
	'error-empty': rejected(''),

	'shape-both': {
		remedy: {
			name: 'Ignore Duplicates',
			settings: options({ ignoreDuplicates: 'sameConversation' }),
		},
	},
	'envelope-none': { remedy: parsing('={{ $json.body }}') },
	'envelope-payload': { remedy: parsing('={{ $json.body.payload }}') },
	'envelope-text': { remedy: parsing('={{ $json.body.data }}') },
	'envelope-list': { remedy: parsing('={{ $json.body[0].data }}') },
	'envelope-batch': { remedy: parsing('={{ $json.body[0].data }}') },
	'event-dotted': {
		remedy: {
			name: 'Delivery Reasons',
			settings: {
				trigger: { triggerOn: 'otherEvents', eventNames: 'conversation.completed' },
				parse: {},
			},
		},
	},
	'signed-prefixed': { before: signed },
	'signed-hex': { before: signed },
	'signed-base64': { before: signed },
	'signed-other-header': {
		before: signed,
		remedy: {
			name: 'Signature Header',
			settings: { ...signed, ...options({ signatureHeader: 'X-Hub-Signature-256' }) },
		},
	},
	'signed-sha512': { before: signed, remedy: unsigned },
	'signed-with-time': { before: signed, remedy: unsigned },
	'signed-standard-webhooks': { before: signed, remedy: unsigned },
	'again-later': { right: twice },

	'token-absent': proving('null'),
	'token-other-issuer': proving('false'),
	'token-opaque': proving('false'),
	'token-other-header': proving('null'),
	'token-is-id-token': proving('false'),

	'recording-none': failing({ Download: 'recording-missing' }),
	'recording-late': {
		right: { call: (call, dialogue) => (dialogue === 'missed-call' ? [call] : [call, call]) },
	},
	'recording-ends': failing({ Download: 'recording-expired' }),
	'recording-other-host': {
		remedy: {
			name: 'Allow Hosts on Private Network',
			settings: { download: { options: { privateHosts: 'localhost:%API_PORT%' } } },
		},
	},
	'storage-accepted': failing({ Download: 'recording-not-ready' }),
	'storage-sign-in': failing({ Download: 'recording-not-audio' }),
	'storage-page-as-audio': failing({ Download: 'recording-not-audio' }),
	'storage-xml': failing({ Download: 'recording-not-audio' }),
	'storage-json': failing({ Download: 'recording-not-audio' }),
	'storage-empty': failing({ Download: 'recording-not-audio' }),
	'storage-half': failing({ Download: 'recording-incomplete' }),

	'roles-unknown': {
		remedy: speaking({ otherSideRoles: 'Participant', agentRoles: 'Presenter' }),
	},
	'roles-numbers': { remedy: speaking({ otherSideRoles: '1', agentRoles: '2', systemRoles: '0' }) },
	'history-missing': { right: withoutHistory },
	'history-null': { right: withoutHistory },
	'history-empty': {
		right: {
			call: (call) => [
				{ ...call, answered: false, outcome: 'no_answer', transcript: '', history: 0 },
			],
		},
	},
	'history-late': {
		right: {
			call: (call, dialogue) => [...(withoutHistory.call?.(call, dialogue) ?? []), call],
		},
	},
	'fields-more': { right: changing({ additional_fields: ['archived', 'cost', 'tags'] }) },
	'duration-missing': { right: changing({ duration_seconds: null }) },
	'ids-capitals': { right: { call: (call) => [{ ...call, id: String(call.id).toUpperCase() }] } },
	'numbers-anonymous': withheld,
	'numbers-restricted': withheld,
	'numbers-keypad': withheld,
	'numbers-sip-anonymous': withheld,
	'numbers-null': withheld,
	'numbers-empty': withheld,
	'numbers-without-plus': {
		remedy: { name: 'Default Country', settings: options({ defaultCountry: 'US' }) },
	},
	'numbers-swapped': {
		remedy: { name: 'Customer Number', settings: options({ customerNumber: 'to' }) },
	},
	'names-vendor-word': {
		right: changing({
			additional_fields: ['acme_dispatch_id', 'acme_egress_id', 'acme_job_id', 'acme_room_name'],
		}),
	},
	'rooms-failed': { right: changing({ outcome: 'failed' }) },

	'refresh-none': failing({
		refresh: 'refresh-token-missing',
		'Sign Out': 'refresh-token-missing',
	}),
	'refresh-ends': failing({
		refresh: 'credential-reconnect-needed',
		'Sign Out': 'credential-reconnect-needed',
	}),
	'access-opaque': { remedy: unverified },
	'keys-two': { ...proving('false and null'), remedy: unverified },
	'discovery-missing': failing({ 'Get Server Settings': 'identity-not-found' }),
	'userinfo-missing': failing({ 'Get User Info': 'identity-not-found' }),
	'keys-missing': failing({ 'Get Server Settings': 'identity-not-found', valid: 'null' }),
	'sign-out-400': failing({ 'Sign Out': 'identity-rejected' }),
	'issuer-other': {
		remedy: {
			name: 'Issuer',
			named: /(?=.*Issuer).*"http:\/\/localhost:\d+\/realms\/voice-agent"/s,
			settings: {
				credential: {
					advancedSettings: true,
					issuer: 'http://localhost:%IDENTITY_PORT%/realms/voice-agent',
				},
			},
		},
	},
};

const demanding: Settings = { trigger: { verifyDeliveries: 'require' } };
/** The message shows the issuer that came, so that the user can enter it. */
const ofOtherIssuer: Remedy = {
	name: 'Issuer',
	named: /"http:\/\/127\.0\.0\.1:\d+\/service".*Delivery Reasons page/s,
	settings: {
		triggerCredential: {
			advancedSettings: true,
			issuer: 'http://127.0.0.1:%IDENTITY_PORT%/service',
		},
		trigger: { ...demanding.trigger, options: { registration: 'manual' } },
	},
};
const reportOnly: Remedy = { name: 'Report Only', named: /Delivery Reasons page/, settings: {} };

/** The dialects of tokens once more, where a delivery needs one that verifies. */
const requiring: Record<string, Row> = {
	'token-absent': { before: demanding, remedy: reportOnly },
	'token-other-issuer': { before: demanding, right: {}, remedy: ofOtherIssuer },
	'token-opaque': { before: demanding, remedy: reportOnly },
	'token-without-kid': { before: demanding },
	'token-without-aud': { before: demanding },
	'token-without-scope': { before: demanding },
	'token-other-header': { before: demanding, remedy: reportOnly },
	'token-is-id-token': { before: demanding, remedy: reportOnly },
};

/** Other envelopes once more, each with a Content-Type for which n8n's own Webhook node does not parse the body. */
const labelled: Record<string, Row> = {
	'envelope-none, label-none': { remedy: extracting('={{ $json.data }}') },
	'envelope-none, label-text': { remedy: parsing('={{ $json.body }}') },
	'envelope-none, label-form': { remedy: extracting('={{ $json.data }}') },
	'envelope-payload, label-own': { remedy: extracting('={{ $json.data.payload }}') },
	'envelope-payload, label-text': { remedy: parsing('={{ JSON.parse($json.body).payload }}') },
	'envelope-text, label-own': { remedy: extracting('={{ $json.data.data }}') },
	'envelope-list, label-bytes': { remedy: extracting('={{ $json.data[0].data }}') },
	'envelope-batch, label-own': { remedy: extracting('={{ $json.data[0].data }}') },
};

export interface PlannedRow extends Row {
	section: string;
	/** Or several, as `envelope-none, label-own`. */
	dialect: string;
	part: string;
}

/** Every row of results.md, in its order. */
export const rows: readonly PlannedRow[] = [
	...Object.entries(openChoices).flatMap(([section, choices]) =>
		choices.flatMap(({ part, dialects }) =>
			Object.keys(dialects).map((dialect) => ({ section, dialect, part, ...special[dialect] })),
		),
	),
	...Object.entries(requiring).map(([dialect, row]) => ({
		section: 'Proofs, with Verify Deliveries: Require',
		dialect,
		part: '5, 12',
		right: special[dialect]?.right,
		...row,
	})),
	...Object.entries(labelled).map(([dialect, row]) => ({
		section: 'Envelopes, with another label',
		dialect,
		part: '2.4, 6',
		...row,
	})),
];

/** No row may be planned for a dialect that is not there. */
export const strayRows: readonly string[] = [
	...Object.keys(special),
	...Object.keys(requiring),
].filter((name) => !rows.some(({ dialect }) => dialect === name));
