import { setImmediate } from 'node:timers/promises';
import {
	createDeliveryMemory,
	type DeliveryClaim,
	type DeliveryKey,
} from '../../../core/delivery/duplicates.ts';
import type { WaitLimit } from '../../../core/waiting.ts';

const key: DeliveryKey = {
	webhookUrl: 'https://n8n.example.com/webhook/1',
	event: 'ConversationComplete',
	id: 'c0ffee00-0000-4000-8000-000000000001',
	contentHash: 'state-1',
	isVerified: false,
};

type MemoryOptions = { window?: number; waitLimit?: WaitLimit };

const NO_ID = '00000000-0000-0000-0000-000000000000';

const never = async () => await new Promise<void>(() => undefined);

function createMemory({ window, waitLimit = never }: MemoryOptions = {}) {
	const memory = createDeliveryMemory(window);
	const claim = async (change: Partial<DeliveryKey> = {}) =>
		await memory.claim({ ...key, ...change }, waitLimit);
	return {
		claim,
		/** Claims, ends at once if it is the first, and says what it was. */
		deliver: async (change: Partial<DeliveryKey> = {}, acknowledged = true) => {
			const claimed = await claim(change);
			if (claimed.state === 'first') claimed.end(acknowledged);
			return claimed.state;
		},
	};
}

const busy: DeliveryClaim = { state: 'busy' };

function end(claimed: DeliveryClaim, acknowledged: boolean): void {
	if (claimed.state !== 'first') throw new Error(`not first but ${claimed.state}`);
	claimed.end(acknowledged);
}

describe('createDeliveryMemory, one after another', () => {
	test.each<[string, Partial<DeliveryKey>]>([
		['another workflow', { webhookUrl: 'https://n8n.example.com/webhook/2' }],
		['a test URL', { webhookUrl: 'https://n8n.example.com/webhook-test/1' }],
		['another event', { event: 'SessionStarted' }],
		['another conversation', { id: 'c0ffee00-0000-4000-8000-000000000002' }],
		['a later state', { contentHash: 'state-2' }],
		['any state at all', { contentHash: null }],
	])('calls %s no duplicate', async (_what, change) => {
		const { deliver } = createMemory();
		await deliver();
		expect(await deliver(change)).toBe('first');
		expect(await deliver(change)).toBe('duplicate');
		expect(await deliver()).toBe('duplicate');
	});

	test.each([null, '', NO_ID, 'None', ' n/a '])(
		'never calls a record with id %j a duplicate',
		async (id) => {
			const { claim, deliver } = createMemory();
			await deliver({ id });
			const [one, other] = await Promise.all([claim({ id }), claim({ id })]);
			expect([one?.state, other?.state]).toEqual(['first', 'first']);
		},
	);

	test('keeps fields apart that could run together', async () => {
		const { deliver } = createMemory();
		await deliver({ id: 'a', contentHash: 'bA' });
		expect(await deliver({ id: 'ab', contentHash: 'A' })).toBe('first');
		await deliver({ contentHash: 'null' });
		expect(await deliver({ contentHash: null })).toBe('first');
	});

	test('counts only the first end of a delivery, and lets the next one in after a failure', async () => {
		const { claim, deliver } = createMemory();
		const claimed = await claim();
		for (const acknowledged of [false, true]) end(claimed, acknowledged);
		expect(await deliver()).toBe('first');
	});
});

describe('createDeliveryMemory, window', () => {
	test('holds the last 1,000', async () => {
		const { deliver } = createMemory();
		for (let index = 0; index <= 1_000; index += 1) await deliver({ id: String(index) });
		expect([await deliver({ id: '1' }), await deliver({ id: '0' })]).toEqual([
			'duplicate',
			'first',
		]);
	});

	test('forgets the delivery that was met longest ago', async () => {
		const { deliver } = createMemory({ window: 3 });
		const states: string[] = [];
		for (const id of '12314132') states.push(`${id} ${await deliver({ id })}`);
		expect(states.filter((state) => state.endsWith('duplicate')).join()).toBe(
			'1 duplicate,1 duplicate,3 duplicate',
		);
	});

	test('a copy that anyone may have sent is a duplicate of a verified one, and never the other way round', async () => {
		const { deliver } = createMemory();
		expect(await deliver({ isVerified: false })).toBe('first');
		expect(await deliver({ isVerified: true })).toBe('first');
		const { deliver: deliverAnew } = createMemory();
		expect(await deliverAnew({ isVerified: true })).toBe('first');
		expect(await deliverAnew({ isVerified: false })).toBe('duplicate');
	});

	test.each<[string, Partial<DeliveryKey>]>([
		['a verified one', { isVerified: true }],
		['one of a quiet workflow', { webhookUrl: 'https://quiet.example.com/' }],
	])('is not shared: 50 other deliveries do not push out %s', async (_, own) => {
		const { deliver } = createMemory({ window: 3 });
		await deliver({ id: 'kept', ...own });
		for (let index = 0; index < 50; index += 1) await deliver({ id: String(index) });
		expect(await deliver({ id: 'kept', ...own })).toBe('duplicate');
		expect(await deliver({ id: '49' })).toBe('duplicate');
		expect(await deliver({ id: '40' })).toBe('first');
	});
});

describe('createDeliveryMemory, at the same time', () => {
	test('lets one of 10,000 copies start, the next one after a failure, and none once it is acknowledged', async () => {
		const { claim } = createMemory();
		const claims = Array.from({ length: 10_000 }, async () => await claim());
		const states: string[] = [];
		for (const pending of claims.slice(1)) void pending.then(({ state }) => states.push(state));
		const [first, second] = claims;
		await first;
		await setImmediate();
		expect(states).toEqual([]);
		end((await first) ?? busy, false);
		end((await second) ?? busy, true);
		await Promise.all(claims);
		expect(states).toEqual(['first', ...new Array(9_998).fill('duplicate')]);
	});

	test('gives the place of a failed one to the one that waits longest', async () => {
		const { claim, deliver } = createMemory();
		const first = await claim();
		const second = claim();
		const third = claim();
		end(first, false);
		expect((await second).state).toBe('first');
		const late = claim();
		end(await second, false);
		expect((await third).state).toBe('first');
		end(await third, true);
		expect((await late).state).toBe('duplicate');
		expect(await deliver()).toBe('duplicate');
	});

	test('ends the waiting at its limit, and does not call who has left', async () => {
		const limits: Array<() => void> = [];
		const waitLimit = async () =>
			await new Promise<void>((resolve) => {
				limits.push(resolve);
			});
		const { claim, deliver } = createMemory({ waitLimit });
		const first = await claim();
		const second = claim();
		const third = claim();
		limits[0]?.();
		expect((await second).state).toBe('busy');
		end(first, false);
		expect((await third).state).toBe('first');
		// The limit of one that was already called must not take its place away.
		limits[1]?.();
		await setImmediate();
		const fourth = claim();
		end(await third, true);
		expect((await fourth).state).toBe('duplicate');
		expect(await deliver()).toBe('duplicate');
	});

	test('does not let a verified copy wait for those that anyone may have sent', async () => {
		const { claim } = createMemory();
		await claim();
		void claim();
		const first = await claim({ isVerified: true });
		const copy = claim({ isVerified: true });
		end(first, true);
		expect((await copy).state).toBe('duplicate');
	});

	test('lets the deliveries of another webhook URL start while copies wait at one', async () => {
		const { claim } = createMemory();
		await claim();
		void claim();
		const webhookUrl = 'https://n8n.example.com/webhook/2';
		const first = await claim({ webhookUrl });
		expect(first.state).toBe('first');
		const copy = claim({ webhookUrl });
		end(first, true);
		expect((await copy).state).toBe('duplicate');
	});
});
