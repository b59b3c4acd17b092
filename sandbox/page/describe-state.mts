import { describeDialect } from '../dialects/dialects.mts';
import { dialogueNames, dialogues } from '../dialogues/dialogues.mts';
import { faultNames, faultTargets } from '../faults/faults.mts';
import type { SandboxState } from '../state.mts';
import type { LoggedDelivery, SandboxRegistration } from '../types.mts';
import { describeConnection } from './describe-connection.mts';

const shownDeliveries = 50;
const shownResponseCharacters = 200;

type ConnectionParameters = Parameters<typeof describeConnection>;

/** What the page shows, newest delivery first. */
export function describeState(state: SandboxState, ...connection: ConnectionParameters) {
	const heard = state.deliveries.filter((delivery) => !isUnheardTest(delivery));
	return {
		connection: describeConnection(...connection),
		registrations: state.registrations.map(describeRegistration),
		deliveries: heard
			.slice(-shownDeliveries)
			.reverse()
			.map((delivery) => describeDelivery(delivery, state.registrations)),
		endings: state.deliveries.slice(-shownDeliveries).map(describeEnding),
		deliveryCount: heard.length,
		unheardTestCount: state.deliveries.length - heard.length,
		dialects: state.speech.names.map((name) => ({ name, does: describeDialect(name) })),
		trappedCallCount: state.trappedCalls.length,
		faults: state.faults.map(({ name, options, remaining }) => ({
			name,
			target: options.target ?? null,
			remaining,
		})),
		dialogues: dialogueNames.map((name) => ({ name, title: dialogues[name].title })),
		faultNames,
		faultTargets,
	};
}

/** The path of the URL that n8n gives a workflow while somebody listens in its editor. */
const isTestUrl = (url: string) => url.includes('/webhook-test/');

/** n8n answers 404 at a test URL as long as nobody listens in its editor. */
const isUnheardTest = ({ url, attempts }: LoggedDelivery) =>
	isTestUrl(url) && attempts.length > 0 && attempts.every(({ status }) => status === 404);

function describeRegistration(registration: SandboxRegistration) {
	const { id, url, body, created_at } = registration;
	const { enabled, event_types: events } = body;
	return {
		id,
		url,
		name: nameRegistration(registration),
		created_at,
		isTest: isTestUrl(url),
		isEnabled: enabled !== false,
		events: Array.isArray(events) ? events.map(String) : [],
	};
}

/** The workflow if it is known, else what the registration itself says. */
const nameRegistration = ({ workflow, body }: SandboxRegistration) =>
	String((workflow || body.description) ?? '');

function describeDelivery(delivery: LoggedDelivery, registrations: SandboxRegistration[]) {
	const last = delivery.attempts.at(-1);
	const { answer = '' } = last ?? {};
	const most = shownResponseCharacters;
	const registration = registrations.find(({ id }) => id === delivery.registrationId);
	return {
		id: delivery.id,
		url: delivery.url,
		name: registration === undefined ? '' : nameRegistration(registration),
		isTest: isTestUrl(delivery.url),
		event: delivery.event,
		agent: delivery.agent,
		kind: delivery.kind,
		caller: delivery.caller,
		conversationId: delivery.conversationId,
		record: delivery.shape === 'A' ? 'full' : 'short',
		state: describeOutcome(delivery),
		at: last?.at ?? null,
		statuses: delivery.attempts.map(({ status }) => status),
		answer: answer.length > most ? `${answer.slice(0, most)}…` : answer,
	};
}

/** Also of a delivery that is not listed: `{"state":"failed","reason":"404 The requested webhook …"}`. */
function describeEnding(delivery: LoggedDelivery) {
	const { conversationId, url, attempts } = delivery;
	const { status = 0, answer = '' } = attempts.at(-1) ?? {};
	const said = /"(?:reason|message)":"([^"]{1,100})/.exec(answer)?.[1] ?? '';
	const reason = status === 0 ? answer : `${status} ${said}`.trim();
	return { conversationId, url, state: describeOutcome(delivery), reason };
}

/** n8n accepts with 2xx what starts no execution, too: its response says so. */
function describeOutcome({ state, attempts }: LoggedDelivery): string {
	const unused = /"status":"(ignored|duplicate)"/.exec(attempts.at(-1)?.answer ?? '')?.[1];
	return state === 'delivered' ? (unused ?? state) : state;
}
