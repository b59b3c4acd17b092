import type { INodeParameters } from 'n8n-workflow';
import { pair, rule, rules } from './outputs.mts';
import { type Effect, SECRET } from './scenes.mts';

const wanted = (name: string): Effect['beside'] => ({
	filters: { outcomes: { outcome: { names: [name] } } },
});

/** Whatever the output is, filters look at the outcome. */
const wantedRule = (beside: INodeParameters): Effect['beside'] => ({
	...rule(beside),
	filters: { outcomes: { outcome: { own: 'booked' } } },
});

export const trigger: Record<string, Effect> = {
	'outcomeRules.rule.0.when': {
		gives: '"status":"Failed","outcome":"booked"',
		values: ['errorContains'],
		beside: wantedRule({ value: 'busy', outcome: 'booked' }),
	},
	'outcomeRules.rule.0.value': {
		gives: '"outcome":"booked"',
		values: ['book_appointment'],
		beside: wantedRule({ outcome: 'booked' }),
	},
	'outcomeRules.rule.0.field': {
		gives: '"outcome":"booked"',
		values: ['day'],
		beside: wantedRule({ ...pair, is: 'Monday' }),
	},
	'outcomeRules.rule.0.is': {
		gives: '"outcome":"booked"',
		values: ['true'],
		beside: wantedRule(pair),
	},
	'outcomeRules.rule.0.outcome': {
		gives: '"outcome":"booked"',
		values: ['booked'],
		beside: wantedRule({ value: 'book_appointment' }),
	},
	triggerOn: { beside: { eventNames: 'SessionStarted' } },
	eventNames: { values: ['SessionStarted, Other'] },
	verifyDeliveries: { credential: {} },
	'filters.agentTests': {
		gives: {
			only: '"reason":"no-agent-test"',
			onlyFailed: '"reason":"test-result-not-wanted"',
			onlyPassed: '"reason":"test-result-not-wanted"',
			without: '"reason":"agent-test"',
		},
	},
	'filters.agents': { gives: '"reason":"agent-not-wanted"', values: ['Reception'] },
	'filters.campaigns': { gives: '"reason":"campaign-not-wanted"', values: ['Spring'] },
	'filters.fromNumbers': { gives: '"reason":"from-number-not-wanted"', values: ['030'] },
	'filters.languages': { gives: '"reason":"language-not-wanted"', values: ['de'] },
	'filters.minimumDuration': { gives: '"reason":"too-short"', values: [60] },
	'filters.outcomes.outcome.names': { gives: '"reason":"outcome-not-wanted"' },
	'filters.outcomes.outcome.own': {
		gives: '"reason":"outcome-not-wanted"',
		values: ['booked'],
		beside: rules,
	},
	'filters.statuses': { gives: '"reason":"status-not-wanted"', values: ['Failed'] },
	'filters.toNumbers': { gives: '"reason":"to-number-not-wanted"', values: ['+1'] },
	'filters.toolsUsed': { gives: '"reason":"tool-not-used"', values: ['book_appointment'] },
	'filters.urlParameters.parameter.0.name': {
		gives: '"reason":"url-parameter-not-wanted"',
		values: ['utm_source'],
	},
	'filters.urlParameters.parameter.0.value': {
		gives: '"responses":[[200,{"status":"ignored"',
		values: ['mail'],
		beside: { filters: { urlParameters: { parameter: [{ name: 'utm_source' }] } } },
	},
	'filters.withRecording': { gives: '"reason":"no-recording"' },
	'options.ignoreDuplicates': {
		gives: {
			sameConversation:
				'[200,{"status":"duplicate","id":"call-1"}],[200,{"status":"duplicate","id":"call-1"}]',
			off: '[200,null],[200,null],[200,{"status":"ignored"',
		},
	},
	'options.keepConnected': {
		gives: '"requests":[]',
		credential: {},
		signedInDaysAgo: 16,
		refreshesUnless: false,
	},
	'options.onUnpublish': { gives: '"method":"DELETE"', isOfHooks: true, credential: {} },
	'options.outputDiscarded': {
		gives: '"filter":"Agents"',
		beside: { filters: { agents: 'Reception' } },
	},
	'options.registerAgain': {
		gives: '"responses":[2,4,4,6,6]',
		values: [2],
		isOfHooks: true,
		credential: {},
	},
	'options.registrationBody': {
		gives: '"body":"{\\"url\\":\\"http://…/webhook/…/webhook\\"}"',
		values: ['{ "url": "%WEBHOOK_URL%" }'],
		isOfHooks: true,
		credential: {},
	},
	'options.registration': {
		gives: {
			whenPublished: '"responses":[2,2,2,2,2]',
			manual: '"responses":[0,2,2,2,2]',
		},
		isOfHooks: true,
		credential: {},
	},
	'options.signatureHeader': {
		gives: '"id":"call-1"',
		values: ['X-Other'],
		credential: { signingSecret: SECRET },
	},
	'options.ownNumbers': { gives: '"customer_number":"+1 415"', values: ['030 12345678'] },
	'options.speakers.roles.otherSideRoles': {
		gives: '"id":"call-8"',
		values: ['Partner'],
		beside: wanted('completed'),
	},
	'options.speakers.roles.agentRoles': {
		gives: '"id":"call-8"',
		values: ['Partner'],
		beside: wanted('no_answer'),
	},
	'options.speakers.roles.systemRoles': {
		gives: '"id":"call-8"',
		values: ['Partner'],
		beside: wanted('no_answer'),
	},
	'options.usePrivateWebhookUrl': {
		gives: '"path":"/api/Webhooks"',
		isOfHooks: true,
		credential: { apiBaseUrl: 'https://api.example.com' },
	},
	'options.withoutCredential': {
		gives: '"id":"call-1"',
		credential: { signingSecret: SECRET },
		beside: { options: { registration: 'manual' } },
	},
};
