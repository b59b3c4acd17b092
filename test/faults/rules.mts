import type { FaultTarget } from '../../sandbox/types.mts';
import { faultLabels, faults } from './faults.mts';
import type { Fault, FaultLabel } from './faults.mts';
import type { Operation, Scenario } from './run-scenario.mts';

/** What comes of one operation that meets one fault. */
export interface Outcome {
	/** One request meets the fault. */
	once?: Scenario;
	/** Every request meets it until it is over, or it takes effect at once. */
	lasting: Scenario;
}

/**
 * What is expected of some faults, as `result | requests by route | waits`. A pair tells what comes of
 * one request that meets the fault from what comes of all of them.
 *
 * `{code}` is how a call to the service fails that met the fault, `{identityCode}` how one to the identity
 * server does, `{status}` the status of its answer if there is one, `{wait}` the wait
 * before the second try and `{waits}` the waits before the second and the third.
 */
export interface Rule {
	faults: readonly FaultLabel[];
	during: string | readonly [once: string, lasting: string];
	/** Once the fault is over. */
	afterwards: string | readonly [once: string, lasting: string];
}

/** One operation at one route, and what is expected of it fault by fault. */
export interface Section {
	/** As in the docs. */
	title: string;
	operation: Operation;
	/** The route that the faults are switched on for. */
	target: FaultTarget;
	rules: Rule[];
}

/** Rules by which the same comes of the operation once the fault is over. */
export const endingIn = (afterwards: string, rules: Omit<Rule, 'afterwards'>[]): Rule[] =>
	rules.map((rule) => ({ ...rule, afterwards }));

const codes: Record<Exclude<Fault['name'], 'status' | 'key-rotation'>, string> = {
	'too-many-requests': 'too-many-requests 429',
	delay: 'response-lost',
	'broken-json': 'response-unreadable',
	'dropped-connection': 'response-lost',
	away: 'response-lost',
	'token-revoked': 'credential-reconnect-needed 401',
	'token-expired': 'credential-reconnect-needed 401',
};

function nameCode({ name, options }: Fault): string {
	if (name === 'key-rotation') throw new Error('No call fails since keys were rotated.');
	if (options.refuseConnections) return 'service-unreachable';
	if (name !== 'status') return codes[name];
	return options.status === 403 ? 'permission-denied 403' : `service-failed ${options.status}`;
}

function nameIdentityCode({ name, options }: Fault): string {
	if (name === 'status') {
		return options.status === 403
			? 'identity-rejected 403'
			: `identity-unavailable ${options.status}`;
	}
	if (name === 'too-many-requests') return 'identity-unavailable 429';
	return name === 'broken-json' ? 'identity-response-unreadable' : 'identity-unavailable';
}

function listWaits(label: FaultLabel): [wait: string, waits: string] {
	if (label === 'status 503, Retry-After 2') return ['2 s', '2 × 2 s'];
	if (label === 'too many requests') return ['1 s', '2 × 1 s'];
	return ['500 ms', '500 ms, 1 s'];
}

function fillIn(text: string, label: FaultLabel): string {
	const [wait, waits] = listWaits(label);
	const fault: Fault = faults[label];
	const status = fault.name === 'too-many-requests' ? 429 : fault.options.status;
	return text
		.replace('{code}', () => nameCode(fault))
		.replace('{identityCode}', () => nameIdentityCode(fault))
		.replace(' {status}', status === undefined ? '' : ` ${status}`)
		.replace('{wait}', wait)
		.replace('{waits}', waits);
}

const pick = (texts: Rule['during'], index: 0 | 1) =>
	typeof texts === 'string' ? texts : texts[index];

/** Whether one request can meet a fault that the next one does not meet. */
export function canEndAfterOneRequest({ isInstant, isLasting }: Fault): boolean {
	return isInstant !== true && isLasting !== true;
}

/** The faults that rules name, in the order of the docs. */
export function listFaults(rules: readonly Rule[]): FaultLabel[] {
	const named = new Set<string>(rules.flatMap((rule) => rule.faults));
	return faultLabels.filter((label) => named.has(label));
}

/** What the last rule that names a fault expects of it: a later rule is an exception from an earlier one. */
export function expectOutcome(rules: readonly Rule[], label: FaultLabel): Outcome {
	const rule = rules.findLast((it) => it.faults.includes(label));
	if (rule === undefined) throw new Error(`No rule names ${label}.`);
	const describe = (index: 0 | 1): Scenario => ({
		during: fillIn(pick(rule.during, index), label),
		afterwards: fillIn(pick(rule.afterwards, index), label),
	});
	return {
		...(canEndAfterOneRequest(faults[label]) && { once: describe(0) }),
		lasting: describe(1),
	};
}

/** What belongs to the result of whatever registers. */
export const atTheService = (count: number): string => `webhooks at the service: ${count}`;
