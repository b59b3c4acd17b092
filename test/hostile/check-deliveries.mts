/**
 * Checks deliveries in a thread of plain Node: jest's sandbox looks up globals and imports several times
 * more slowly than n8n does, so its stalls say little of n8n.
 */
import { parentPort } from 'node:worker_threads';
import fc from 'fast-check';
import { type Output, OUTPUTS } from '../../core/conversation/outputs.ts';
import type { PersonalData } from '../../core/conversation/personal-data.ts';
import { findNonJson } from '../support/records/inspect-json.mts';
import { generatedDelivery } from './corpus/generated-delivery.mts';
import { hostileDeliveries } from './corpus/hostile-deliveries.mts';
import { checkItemSize, receive, type ReceiveOptions } from './receive-delivery.mts';

/** One hostile delivery by its name, or generated ones by their seed. */
export type Check = { name: string } | { seed: number; count: number };

/** How often each outcome came. */
export type Outcomes = Record<string, number>;

/** Each output emits another part of the conversation. The masks search all of it. */
const ways: Array<[Output, PersonalData]> = [
	...OUTPUTS.map((output): [Output, PersonalData] => [output, 'keep']),
	['conversation', 'maskNumbers'],
	['conversation', 'leaveOut'],
];

/** Every outcome has a form of ours; what follows are the reasons. */
const defined =
	/^(?:accepted|duplicate|ignored [a-z-]+|400 (?:body|event|data|record|nested|too|id|name)-[a-z0-9-]+|401 not-authenticated)$/;

async function checkOne(body: string | Buffer, options: ReceiveOptions) {
	const { outcome, items } = await receive(body, options);
	if (!defined.test(outcome)) throw new Error(`The answer is ${outcome}.`);
	checkItemSize(body, items);
	const odd = findNonJson(items);
	if (odd !== null) throw new Error(`${odd} is not JSON.`);
	if ('polluted' in {}) throw new Error('The prototype was changed.');
	return outcome;
}

async function checkHostile(name: string): Promise<Outcomes> {
	const delivery = hostileDeliveries.find((candidate) => candidate.name === name);
	if (delivery === undefined) throw new Error(`There is no delivery "${name}".`);
	const { outcome, contentType = 'application/json' } = delivery;
	const body = delivery.body();
	const headers = { 'content-type': contentType };
	// n8n hands the bytes of multipart over to nobody.
	const readLater = contentType.startsWith('multipart');
	const outcomes: Outcomes = {};
	for (const [output, personalData] of outcome === 'accepted' ? ways : ways.slice(0, 1)) {
		const parameters = { output, options: { personalData } };
		const found = await checkOne(body, { headers, readLater, parameters });
		if (found !== outcome)
			throw new Error(`Output ${output}, ${personalData}: the answer is ${found}.`);
		outcomes[found] = (outcomes[found] ?? 0) + 1;
	}
	return outcomes;
}

async function checkGenerated(seed: number, count: number): Promise<Outcomes> {
	const outcomes: Outcomes = {};
	const property = fc.asyncProperty(generatedDelivery, async (delivery) => {
		const { body, headers, parameters } = delivery;
		const found = await checkOne(body, { headers, parameters });
		outcomes[found] = (outcomes[found] ?? 0) + 1;
	});
	await fc.assert(property, { numRuns: count, seed });
	return outcomes;
}

parentPort?.on('message', (check: Check) => {
	const checked =
		'name' in check ? checkHostile(check.name) : checkGenerated(check.seed, check.count);
	checked.then(
		(outcomes) => parentPort?.postMessage({ outcomes }),
		(error: unknown) => parentPort?.postMessage({ failure: String(error) }),
	);
});

parentPort?.postMessage('ready');
