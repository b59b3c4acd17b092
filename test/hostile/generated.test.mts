import fc from 'fast-check';
import { findNonJson } from '../unit/record/inspect-json.mts';
import { generatedDelivery } from './corpus/generated-delivery.mts';
import { checkItemSize, receive } from './receive-delivery.mts';

jest.setTimeout(180_000);

const COUNT = 10_000;
const seed = Number(process.env.HOSTILE_SEED ?? Date.now() % 2 ** 31);

/** Every outcome has a form of ours; what follows are the reasons. */
const defined =
	/^(?:accepted|duplicate|ignored [a-z-]+|400 (?:body|event|data|record|nested|too|id|name|output)-[a-z0-9-]+|401 not-authenticated)$/;

test(`each of ${COUNT} generated deliveries gets an outcome of ours, seed ${seed}`, async () => {
	const outcomes = new Map<string, number>();
	// The log of thousands of rejections.
	jest.spyOn(console, 'log').mockImplementation();
	const property = fc.asyncProperty(generatedDelivery, async (delivery) => {
		const { body, headers, output, parameters } = delivery;
		const { outcome, items } = await receive(body, { headers, parameters });
		if (!defined.test(outcome)) throw new Error(`The answer is ${outcome}.`);
		checkItemSize(body, output, items);
		const odd = findNonJson(items);
		if (odd !== null) throw new Error(`${odd} is not JSON.`);
		if ('polluted' in {}) throw new Error('The prototype was changed.');
		outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
	});
	// What fails is shown with its seed; HOSTILE_SEED repeats it.
	await fc.assert(property, { numRuns: COUNT, seed });
	// They get past the first checks.
	const accepted = outcomes.get('accepted') ?? 0;
	expect(accepted).toBeGreaterThan(COUNT / 10);
	expect(outcomes.size).toBeGreaterThan(8);
});
