import { explainTwice, type RepeatedRuns } from './count-burst.mts';

const withoutReason: RepeatedRuns = {
	executions: ['7', '9'],
	statuses: [200],
	wasPendingAtRedisStop: false,
	retried: [],
};

test.each<[string, Partial<RepeatedRuns>, ReturnType<typeof explainTwice>]>([
	['two executions of one accepted delivery', {}, undefined],
	['an attempt without an answer', { statuses: [0, 200] }, 'delivered again'],
	['an attempt that failed in n8n', { statuses: [500, 200] }, 'delivered again'],
	['an attempt that the trigger rejected for now', { statuses: [503, 200] }, undefined],
	['an attempt at an unknown address', { statuses: [404, 200] }, undefined],
	['one run more than attempts', { statuses: [0, 200], executions: ['7', '8', '9'] }, undefined],
	['a retry of the first', { retried: [{ id: '7', retry_id: '9' }] }, 'retried'],
	['a retry of another', { retried: [{ id: '7', retry_id: '8' }] }, undefined],
	[
		'a retry and one run more',
		{ retried: [{ id: '7', retry_id: '9' }], executions: ['7', '8', '9'] },
		undefined,
	],
	[
		'one execution queued twice when Redis stopped',
		{ executions: ['7', '7'], wasPendingAtRedisStop: true },
		'queued again',
	],
	['one execution that ran twice at another time', { executions: ['7', '7'] }, undefined],
	['two executions when Redis stopped', { wasPendingAtRedisStop: true }, undefined],
	[
		'one execution that ran three times',
		{ executions: ['7', '7', '7'], wasPendingAtRedisStop: true },
		undefined,
	],
])('%s', (_name, change, reason) => {
	expect(explainTwice({ ...withoutReason, ...change })).toBe(reason);
});
