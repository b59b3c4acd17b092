import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { areCompatible, dialectNames } from '../../sandbox/dialects/dialects.mts';
import { useStoredFiles } from '../support/in-process/binary-storage.mts';
import { useLog } from '../support/in-process/use-log.mts';
import { skipWaits } from '../support/clock.mts';
import { spendEvening, useOneKey } from './evening.mts';
import type { Evening, Settings } from './scene.mts';
import { calls } from './take-calls.mts';

const seed = Number(process.env.DIALECTS_SEED ?? 20_261_127);
const count = process.env.DIALECTS === 'all' ? Number(process.env.DIALECTS_SETS ?? 300) : 8;

const ways: Record<string, Settings> = {
	'as a newcomer leaves it': {},
	'with Require': { trigger: { verifyDeliveries: 'require' } },
	'with a signing secret': {
		credential: { signingSecret: 'whsec_c2FuZGJveC1zaWduaW5nLXNlY3JldA==' },
	},
};

/** The dialect that loses calls even without another dialect. Only the log tells when. */
const LOSING = 'second-account-replaces';

/** Bodies that n8n rejects with 422 before it asks the trigger: only the sender is told. */
const unread = ['label-latin', 'encoded-brotli', 'encoded-utf-16', 'written-nan'];

const sets = fc.sample(
	fc.tuple(
		fc.shuffledSubarray([...dialectNames], { minLength: 2, maxLength: 4 }).filter(areCompatible),
		fc.constantFrom(...Object.keys(ways)),
	),
	{ seed, numRuns: count },
);

const log = useLog();
useStoredFiles();
beforeEach(skipWaits);
const key = useOneKey();

/** The item without `delivery`, and links without their signatures: equal for equal calls. */
const writeContent = ({ delivery: _, ...item }: IDataObject): string =>
	JSON.stringify(item).replaceAll(/\?[^"]*/g, '');

/** Lines of the log that also come if nothing is lost. */
const ofEachEvening = /is valid|registered webhook/;

/** The calls that started nothing, and of which nobody is told anything. */
function findLost({ steps, sights }: Evening): string[] {
	const isTold = sights.some(({ where, text }) => where !== 'log' || !ofEachEvening.test(text));
	return isTold ? [] : calls.filter((name) => Object(steps[name]).length === 0);
}

/** Whether every item shows that its sender met the demands. */
function isAdmitted({ delivery }: IDataObject, way: string): boolean {
	const { valid, method } = Object(delivery);
	if (way === 'with Require') return valid === true;
	return way !== 'with a signing secret' || String(method).includes('hmac');
}

const silent = [LOSING, ...unread];
const holding = sets.filter(([names]) => !names.some((name) => silent.includes(name)));

test.each(holding.map(([names, way]) => ({ name: names.join(', '), names, way })))(
	`$name, $way (seed ${seed}): no call is lost, none runs twice, and nobody gets in`,
	async ({ names, way }) => {
		const evening = await spendEvening(names, ways[way] ?? {}, { log, key });
		expect(evening.crashes).toEqual([]);
		expect(findLost(evening)).toEqual([]);
		const contents = evening.items.map(writeContent);
		expect(contents).toHaveLength(new Set(contents).size);
		expect(evening.items.filter((item) => !isAdmitted(item, way))).toEqual([]);
	},
);

test('where a webhook replaces the one of the same account, the log names the one that came last', async () => {
	const { steps, sights, items } = await spendEvening([LOSING], {}, { log, key });
	expect(steps).toMatchObject({ publish: 'ok', listen: 'ok', webhooks: 0 });
	expect(items).toEqual([]);
	const lines = sights.flatMap(({ where, text }) =>
		where === 'log' && text.includes('registered webhook') ? [text] : [],
	);
	expect(lines).toEqual([expect.anything(), expect.stringContaining('When Published')]);
});
