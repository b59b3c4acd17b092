import { serve, type TestServer } from '../support/servers/serve.mts';
import { answerFrom } from '../support/vendors/answer-from.mts';
import { createSwitchboard } from '../support/vendors/switchboard.mts';
import { createZendesk } from './targets/vendors/zendesk.mts';

// What Zendesk keeps to beyond the form of a request, without which an example could open or write twice.
const zendesk = createZendesk('');
const problems: string[] = [];
let server: TestServer;
beforeAll(async () => {
	const standIn = { ...zendesk };
	const account = { vendors: [standIn], problems, switchboard: createSwitchboard() };
	server = await serve(answerFrom([account]));
	standIn.host = new URL(server.url).host;
});
afterAll(() => server.close());
beforeEach(() => {
	problems.length = 0;
	for (const list of zendesk.written) list.length = 0;
});

const ask = async (
	request: string,
	body?: unknown,
	{ type = 'application/json', ...headers }: Record<string, string> = {},
) => {
	const [method = '', path = ''] = request.split(' ');
	const answer = await fetch(`${server.url}/api/v2/${path}`, {
		method,
		headers: { authorization: zendesk.authorization, 'content-type': type, ...headers },
		body: typeof body === 'object' ? JSON.stringify(body) : String(body ?? ''),
	});
	return { status: answer.status, lookup: answer.headers.get('x-idempotency-lookup') };
};
const comment = { html_body: '<p>Hello.</p>', public: false };
const ticket = { subject: 'Cold oven', comment };
const open = (change: object = {}, key?: string) =>
	ask('POST tickets', { ticket: { ...ticket, ...change } }, key ? { 'idempotency-key': key } : {});

test.each([
	['without a subject', { subject: undefined }],
	['with an empty subject', { subject: '' }],
	['without a comment', { comment: undefined }],
	['with a comment of no words', { comment: { public: false } }],
	['with a comment too long', { comment: { ...comment, html_body: 'a'.repeat(65_001) } }],
	['for a name in place of a user', { requester_id: 'Haddad' }],
	['with a tag of two words', { tags: ['voice agent'] }],
	['with a field that it does not have', { title: 'Cold oven' }],
])('a ticket %s is not as the reference says', async (_, change) => {
	expect((await open(change)).status).toBe(400);
	expect([problems.length, zendesk.tickets]).toEqual([1, []]);
});

test('a key makes one ticket, and takes no other body', async () => {
	const answers = [
		await open({}, 'key'),
		await open({}, 'key'),
		await open({ tags: ['a'] }, 'key'),
	];
	expect(answers.map(({ status, lookup }) => [status, lookup])).toEqual([
		[201, 'miss'],
		[201, 'hit'],
		[400, null],
	]);
	await open();
	expect([zendesk.tickets.length, problems]).toEqual([2, []]);
});

test('a user or an upload that is not there makes no ticket, and an upload is used once', async () => {
	const upload = () => ask('POST uploads?filename=a.html', '<p>', { type: 'text/html' });
	expect((await upload()).status).toBe(201);
	const used = { comment: { ...comment, uploads: ['upload-1'] } };
	const changes = [
		{ requester_id: 7 },
		{ comment: { ...comment, uploads: ['other'] } },
		used,
		used,
	];
	const statuses = [];
	for (const change of changes) statuses.push((await open(change)).status);
	expect([statuses, problems]).toEqual([[422, 422, 201, 422], []]);
});

test('an upload needs a name and a content', async () => {
	await ask('POST uploads', '<p>', { type: 'text/html' });
	await ask('POST uploads?filename=a.html', '', { type: 'text/html' });
	expect([problems.length, zendesk.uploads]).toEqual([2, []]);
});

test('a safe update changes nothing that changed meanwhile, and a closed ticket never changes', async () => {
	await open();
	const [held] = zendesk.tickets;
	const update = (updated_stamp = held?.updated_at) =>
		ask(`PUT tickets/${held?.id}`, { ticket: { comment, safe_update: true, updated_stamp } });
	const stamp = held?.updated_at;
	const statuses = [(await update()).status, (await update(stamp)).status];
	Object.assign(held ?? {}, { status: 'closed' });
	statuses.push(
		(await update()).status,
		(await ask('PUT tickets/7', { ticket: { comment } })).status,
	);
	expect(statuses).toEqual([200, 409, 422, 404]);
	expect([held?.comments.length, problems]).toEqual([2, []]);
});
