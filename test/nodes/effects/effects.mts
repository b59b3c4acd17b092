import type { INodeParameters } from 'n8n-workflow';
import { createSample, parse, rule } from './outputs.mts';
import { type Effect, type Scene, SECRET } from './scenes.mts';
import { trigger } from './trigger.mts';

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
	// No tool can choose the file.
	fileField: { values: ['words'], idleFor: ['voiceAgentTool'] },
	'options.includeRecordingLink': { gives: 'Recording: https://files.example.com/1.wav' },
	'options.includeSystemTurns': { gives: '"role":"system"' },
	'options.includeTimes': { gives: '(00:00:04)' },
	'options.includeToolCalls': { gives: '"type":"function"' },
	'options.longestBytes': { gives: '[Cut here', values: [200], beside: note },
	'options.resultOnly': { gives: '{"json":{"id":"call-1","formatted_transcript"' },
	// The role of a number is shown by who speaks.
	'options.speakers.roles.otherSideRoles': { gives: 'Customer: Hello?', values: ['7'] },
	'options.speakers.roles.agentRoles': { gives: 'Agent: Hello?', values: ['7'] },
	'options.timeZone': {
		gives: 'Started: 3 November 2026 at 18:00:00 (Asia/Tokyo)',
		values: ['Asia/Tokyo'],
	},
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
		gives: {
			continueWithoutAny: '"downloaded":0',
			fail: 'Tracks: agent',
		},
		items: [
			recorded,
			{ agent_id: 'agent-1', audio_url: '<storage>/1.wav' },
			{ agent_id: 'agent-1' },
		],
		beside: { tracks: ['conversation', 'agent'] },
	},
	'options.maximumSize': {
		gives: 'recording-too-large',
		values: [1],
		beside: urls({ agent: '<storage>/large.wav' }),
	},
	'options.timeLimit': {
		gives: 'recording-time-limit',
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
	'options.privateHosts': {
		gives: '"status":"downloaded"',
		values: ['<storage host>'],
		items: [recorded],
	},
};

const quotes = 'Would Monday at ten still be free\nthis is the practice. How can I help';

const ofCustomer = { quotes, saidBy: 'customer' };

const notByCustomer =
	'good bye."}],"found_quotes":[{"quote":"Would Monday at ten still be free","is_found":false';

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
	'findQuotes options.speakers.roles.otherSideRoles': {
		gives: '"quote":"this is the practice. How can I help","is_found":true',
		values: ['Assistant'],
		beside: ofCustomer,
	},
	'findQuotes options.speakers.roles.agentRoles': {
		gives: notByCustomer,
		values: ['User'],
		beside: ofCustomer,
	},
	'findQuotes options.speakers.roles.systemRoles': {
		gives: notByCustomer,
		values: ['User'],
		beside: ofCustomer,
	},
	'compareNumbers numbers': { values: ['+49 30 9876543'] },
	'createReport fileField': { values: ['page'] },
	'createReport options.includeSystemTurns': { gives: 'Transcript (7)' },
	'createReport outcomeRules.rule.0.outcome': {
		gives: '"outcome":"booked"',
		values: ['booked'],
		beside: rule({ value: 'book_appointment' }),
	},
	'createReport options.speakers.roles.otherSideRoles': {
		gives: 'Customer</span><span class="text" dir="auto">Hello?',
		values: ['Partner'],
	},
	...prefix('createSample', createSample),
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
	'register options.event': {
		gives: 'SessionStarted',
		items: [{}],
		values: ['SessionStarted'],
		beside: hook,
	},
	'register options.registrationBody': {
		gives: '"body":"{\\"url\\":\\"https://n8n.example.com/webhook/1\\"}"',
		items: [{}],
		values: ['{ "url": "%WEBHOOK_URL%" }'],
		beside: hook,
	},
	'sendTestEvent webhookUrl': { items: [{}], values: [privateHook.webhookUrl] },
	'sendTestEvent options.shape': { gives: 'session_id', items: [{}], beside: privateHook },
	'sendTestEvent options.signatureHeader': {
		gives: '"signatures":["x-signature-of-ours"]',
		items: [{}],
		values: ['X-Signature-Of-Ours'],
		beside: privateHook,
		credential: { signingSecret: SECRET },
	},
	'sendTestEvent options.usePrivateWebhookUrl': {
		gives: '"path":"/hook"',
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
