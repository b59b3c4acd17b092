import type { INodeParameters } from 'n8n-workflow';
import { type Scene, SECRET } from './scenes.mts';

/** A scene in which each value of a parameter has another effect. */
export interface Effect extends Scene {
	/** Default: each choice, or true and false. */
	values?: Array<string | number>;
}

const rule = (beside: INodeParameters): Effect['beside'] => ({ outcomeRules: { rule: [beside] } });

const rules = rule({ value: 'book_appointment', outcome: 'booked' });

const pair = { value: 'book_appointment', outcome: 'booked', field: 'booked', is: 'no' };

const trigger: Record<string, Effect> = {
	triggerOn: { beside: { eventNames: 'SessionStarted' } },
	eventNames: { values: ['SessionStarted, Other'] },
	verifyDeliveries: { credential: {} },
	'filters.agentTests': {},
	'filters.agents': { values: ['Reception'] },
	'filters.campaigns': { values: ['Spring'] },
	'filters.fromNumbers': { values: ['030'] },
	'filters.languages': { values: ['de'] },
	'filters.minimumDuration': { values: [60] },
	'filters.outcomes.outcome.names': {},
	'filters.outcomes.outcome.own': { values: ['booked'], beside: rules },
	'filters.statuses': { values: ['Failed'] },
	'filters.toNumbers': { values: ['+1'] },
	'filters.toolsUsed': { values: ['book_appointment'] },
	'filters.urlParameters.parameter.0.name': { values: ['utm_source'] },
	'filters.urlParameters.parameter.0.value': {
		values: ['mail'],
		beside: { filters: { urlParameters: { parameter: [{ name: 'utm_source' }] } } },
	},
	'filters.withRecording': {},
	'options.ignoreDuplicates': {},
	'options.keepConnected': {
		credential: {},
		signedInDaysAgo: 16,
		refreshesUnless: false,
	},
	'options.onUnpublish': { isOfHooks: true, credential: {} },
	'options.outputDiscarded': { beside: { filters: { agents: 'Reception' } } },
	'options.registerAgain': { values: [2], isOfHooks: true, credential: {} },
	'options.registrationBody': {
		values: ['{ "url": "%WEBHOOK_URL%" }'],
		isOfHooks: true,
		credential: {},
	},
	'options.registration': { isOfHooks: true, credential: {} },
	'options.signatureHeader': { values: ['X-Other'], credential: { signingSecret: SECRET } },
	'options.ownNumbers': { values: ['+1 415'] },
	'options.speakers.roles.otherSideRoles': { values: ['Partner'] },
	'options.withoutCredential': {
		credential: { signingSecret: SECRET },
		beside: { options: { registration: 'manual' } },
	},
};

/** Also of Create Sample and, but for Source, of the trigger. */
const parse: Record<string, Effect> = {
	output: {},
	'outcomeRules.rule.0.when': {
		items: [
			{ agent_id: '1', error_message: 'busy' },
			{ agent_id: '2', status: 'busy' },
			{ id: '3', history: [{ role: 'User', content: 'busy' }] },
			{ id: '4', history: [{ role: 'Assistant', tool_name: 'busy', tool_call_id: '1' }] },
			{
				id: '5',
				history: [
					{ role: 'Assistant', tool_name: 'busy', tool_call_id: '1' },
					{ role: 'Tool', tool_call_id: '1', tool_output: 'yes' },
				],
			},
		],
		beside: rule({ value: 'busy', outcome: 'own' }),
	},
	'outcomeRules.rule.0.value': { values: ['book_appointment'], beside: rule({ outcome: 'own' }) },
	'outcomeRules.rule.0.field': { values: ['day'], beside: rule({ ...pair, is: 'Monday' }) },
	'outcomeRules.rule.0.is': { values: ['true'], beside: rule(pair) },
	'outcomeRules.rule.0.outcome': {
		values: ['booked'],
		beside: rule({ value: 'book_appointment' }),
	},
	'options.customerNumber': {},
	'options.defaultCountry': { values: ['DE', 'GB'] },
	'options.direction': {},
	'options.fields.choice.mode': {
		beside: { options: { fields: { choice: { conversationNames: ['id'] } } } },
	},
	'options.fields.choice.conversationNames': { values: ['id', 'outcome'] },
	'options.fields.choice.simplifiedNames': { values: ['id', 'outcome'] },
	'options.fields.choice.flatNames': { values: ['id', 'outcome'] },
	'options.leaveOutSystemTurns': {},
	'options.ownNumbers': { values: ['+49 30 9876543'] },
	'options.personalData': {},
	'options.speakers.roles.otherSideRoles': { values: ['Partner'] },
	'options.speakers.roles.agentRoles': { values: ['Host'] },
	'options.speakers.roles.systemRoles': { values: ['Host'] },
};

const note = { format: 'note' };

const getTranscript: Record<string, Effect> = {
	source: {
		beside: { fieldValue: '{ "agent_id": "a", "history": [{ "role": "User", "content": "Hi" }] }' },
	},
	fieldValue: { values: ['={{ $json }}'] },
	format: {},
	putOutputIn: {},
	messagesField: { values: ['turns'] },
	textField: { values: ['words'] },
	fileField: { values: ['words'] },
	'options.includeRecordingLink': {},
	'options.includeSystemTurns': {},
	'options.includeTimes': {},
	'options.includeToolCalls': {},
	'options.longestBytes': { values: [200], beside: note },
	'options.resultOnly': {},
	'options.speakers.roles.agentRoles': {
		values: ['User'],
		beside: { format: 'chatMessages' },
	},
	'options.timeZone': { values: ['Asia/Tokyo'] },
};

const audio = { conversation: '<storage>/1.wav' };

const urls = (others: INodeParameters): Effect['beside'] => ({
	source: 'urls',
	urls: { ...audio, ...others },
});

const track: Effect = { values: ['<storage>/2.wav'], beside: { source: 'urls' } };

const recorded = {
	agent_id: 'agent-1',
	audio_url: '<storage>/1.wav',
	agent_audio_url: '<storage>/2.wav',
	user_raw_audio_url: '<storage>/3.wav',
	user_cleaned_audio_url: '<storage>/4.wav',
	synthesized_audio_url: '<storage>/5.wav',
};

const atStorage = { apiBaseUrl: '<storage>' };

const ofDownload: Record<string, Effect> = {
	source: {
		items: [recorded],
		beside: {
			fieldValue: '={{ { agent_id: "a", audio_url: $json.agent_audio_url } }}',
			urls: { agent: '<storage>/2.wav' },
		},
	},
	tracks: { items: [recorded] },
	'urls.agent': track,
	'urls.conversationId': { values: ['call-9'], beside: urls({}) },
	'urls.conversation': track,
	'urls.expiresAt': {
		values: ['2026-11-01T00:00:00Z'],
		beside: urls({ agent: '<storage>/rejected.wav' }),
	},
	'urls.synthesized': track,
	'urls.user_cleaned': track,
	'urls.user_raw': track,
	binaryField: { values: ['audio'], items: [recorded] },
	'options.ifMissing': {
		items: [
			recorded,
			{ agent_id: 'agent-1', audio_url: '<storage>/1.wav' },
			{ agent_id: 'agent-1' },
		],
		beside: { tracks: ['conversation', 'agent'] },
	},
	'options.maximumSize': { values: [1], beside: urls({ agent: '<storage>/large.wav' }) },
	'options.timeLimit': {
		values: [1],
		beside: urls({ agent: '<storage>/slow.wav' }),
		endsLimitOfMs: 1_000,
	},
};

const download = {
	...Object.fromEntries(
		Object.entries(ofDownload).map(([path, effect]) => [
			path,
			{ ...effect, credential: atStorage },
		]),
	),
	'options.privateHosts': { values: ['<storage host>'], items: [recorded] },
};

const quotes = 'Would Monday at ten still be free\nthis is the practice. How can I help';

const fromElsewhere = {
	issuer: '<identity>',
	authorization_endpoint: '<identity>/protocol/openid-connect/auth',
	token_endpoint: '<identity>/protocol/openid-connect/token',
	jwks_uri: '<identity>/protocol/openid-connect/certs',
	end_session_endpoint: '<identity>/protocol/openid-connect/logout',
	userinfo_endpoint: 'https://elsewhere.example.com/userinfo',
};

const hook = { webhookUrl: 'https://n8n.example.com/webhook/1' };

const privateHook = { webhookUrl: '<storage>/hook' };

const action: Record<string, Effect> = {
	authentication: { items: [{}] },
	...prefix('parse', parse),
	...prefix('getTranscript', getTranscript),
	...prefix('download', download),
	'findQuotes quotes': { values: [quotes] },
	'findQuotes saidBy': { beside: { quotes } },
	'findQuotes options.speakers.roles.agentRoles': {
		values: ['User'],
		beside: { quotes, saidBy: 'agent' },
	},
	'compareNumbers numbers': { values: ['+49 30 9876543'] },
	'createReport fileField': { values: ['page'] },
	'createReport options.includeSystemTurns': {},
	'createReport outcomeRules.rule.0.outcome': {
		values: ['booked'],
		beside: rule({ value: 'book_appointment' }),
	},
	'createReport options.speakers.roles.otherSideRoles': { values: ['Partner'] },
	'createSample shape': { items: [{}] },
	'getServerSettings allowOtherOrigins': { items: [{}], discovery: fromElsewhere },
	'refreshToken refresh': { items: [{}] },
	'verifyToken tokenSource': { items: [{}], beside: { token: 'a.b.c' } },
	'verifyToken token': { items: [{}], values: ['a.b.c'] },
	'verifyToken audience': { items: [{}], values: ['other-api'] },
	'verifyToken failOnInvalid': {
		items: [{ from: 'credential' }, { from: 'field' }],
		beside: { tokenSource: '={{ $json.from }}', token: 'a.b.c' },
	},
	'register webhookUrl': { items: [{}], values: [hook.webhookUrl] },
	'register options.event': { items: [{}], values: ['SessionStarted'], beside: hook },
	'register options.registrationBody': {
		items: [{}],
		values: ['{ "url": "%WEBHOOK_URL%" }'],
		beside: hook,
	},
	'sendTestEvent webhookUrl': { items: [{}], values: [privateHook.webhookUrl] },
	'sendTestEvent options.shape': { items: [{}], beside: privateHook },
	'sendTestEvent options.signatureHeader': {
		items: [{}],
		values: ['X-Signature-Of-Ours'],
		beside: privateHook,
		credential: { signingSecret: SECRET },
	},
	'sendTestEvent options.usePrivateWebhookUrl': {
		items: [{}],
		beside: privateHook,
		credential: { apiBaseUrl: 'https://api.example.com' },
	},
};

/** By the name of the parameter, at one of its places. */
export const effects: Record<string, Effect> = {
	...prefix('voiceAgent', action),
	...prefix('voiceAgentTrigger', trigger),
	'voiceAgentTool getTranscript fieldValue': { values: ['={{ $json }}'] },
};

/** Where each operation does something else than the others. */
export const operations: Record<string, Scene> = {
	'conversation compareNumbers': { beside: { numbers: '+49 30 9876543' } },
	'conversation createReport': {},
	'conversation createSample': { items: [{}] },
	'conversation findQuotes': { beside: { quotes } },
	'conversation getTranscript': {},
	'conversation parse': {},
	'identity getServerSettings': { items: [{}] },
	'identity getUserInfo': { items: [{}] },
	'identity refreshToken': { items: [{}] },
	'identity signOut': { items: [{}] },
	'identity verifyToken': { items: [{}] },
	'recording download': { items: [recorded], credential: atStorage },
	'user getCurrent': { items: [{}] },
	'webhook register': { items: [{}], beside: hook },
	'webhook sendTestEvent': { items: [{}], beside: privateHook },
};

function prefix(place: string, ofPlace: Record<string, Effect>): Record<string, Effect> {
	return Object.fromEntries(
		Object.entries(ofPlace).map(([path, effect]) => [`${place} ${path}`, effect]),
	);
}
