import { conversationSchema } from '../../../core/conversation/conversation.ts';
import {
	findObject,
	listFields,
	type ObjectSchema,
} from '../../../core/conversation/declare-field.ts';
import { hashContent } from '../../../core/delivery/duplicates.ts';
import { convert } from '../../support/records/read-fixture.mts';

const hashRecord = (record: object): string => hashContent(convert(record));

function reverseFields(value: object): object {
	const reverse = (inner: unknown): unknown => {
		if (Array.isArray(inner)) return inner.map(reverse);
		return typeof inner === 'object' && inner !== null ? reverseFields(inner) : inner;
	};
	const entries = Object.entries(value).map(([name, inner]) => [name, reverse(inner)]);
	return Object.fromEntries(entries.reverse());
}

const link = (query: string) => `https://storage.example.com/recordings/1/mixed.wav${query}`;

const PAGE = 'https://example.com/?a=1';

const record = {
	id: 'c0ffee00-0000-4000-8000-000000000001',
	agent_id: 'c0ffee00-0000-4000-8000-000000000002',
	status: 'Completed',
	audio_url: link('?signature=1'),
	audio_url_expires_at: '2026-11-22T10:00:00Z',
	session_token: 'token-1',
	created_at: '2026-11-22T10:00:00.250Z',
	history: [
		{
			role: 'User',
			content: 'https://example.com/?order=1',
			created_at: '2026-11-22T10:00:01.000Z',
			metrics: { e2e_latency: 1, started_speaking_at: '2026-11-22T10:00:01.500Z' },
		},
	],
	url_parameters: { page: PAGE, order: '7' },
	undocumented: {
		links: [link('?signature=1')],
		note: 'See https://example.com/?a=1',
		levels: { one: 1, inner: [{ a: 1, b: [{ c: 1, d: 2 }] }] },
		sent_at: '2026-11-22T10:00:00.250Z',
	},
};

type Change = Readonly<Record<string, unknown>>;

const ofTurn = (change: Change): Change => ({ history: [{ ...record.history[0], ...change }] });
const undocumented = (change: Change): Change => ({
	undocumented: { ...record.undocumented, ...change },
});
const signedPath = 'https://storage-2.example.com/s/5f2c9a/1763805600/recordings/1/mixed.wav';
const fewer = {
	created_at: '2026-11-22T10:00:01Z',
	metrics: { e2e_latency: 1, started_speaking_at: '2026-11-22T10:00:01.5Z' },
};

describe('one hash has what a service sends anew for the same state', () => {
	test.each<[string, Change]>([
		['the same', {}],
		['a link signed anew', { audio_url: link('?signature=2&expires=3') }],
		['a link with another fragment', { audio_url: link('#t=5') }],
		['another end of the links', { audio_url_expires_at: '2026-11-22T11:00:00Z' }],
		['another session token', { session_token: 'token-2' }],
		['a field that is null', { error_message: null }],
		['a link signed anew in its path', { audio_url: signedPath }],
		['a moment in another zone', { created_at: '2026-11-22T11:00:00.25+01:00' }],
		['a moment that lost its last decimals', { created_at: '2026-11-22T10:00:00.2501234Z' }],
		['moments of a turn with fewer decimals', ofTurn(fewer)],
	])('%s', (_what, change) => {
		expect(hashRecord({ ...record, ...change })).toBe(hashRecord(record));
	});

	test('the same in another order of fields, at every level that a value may have', () => {
		const nest = (innermost: string) =>
			JSON.parse(`${'{"a":1,"b":'.repeat(999)}${innermost}${'}'.repeat(999)}`);
		const sent = { ...record, undocumented: nest('{"c":1,"d":2}') };
		expect(hashRecord(reverseFields(sent))).toBe(hashRecord(sent));
		expect(hashRecord({ ...record, undocumented: nest('{"c":1,"d":3}') })).not.toBe(
			hashRecord(sent),
		);
	});

	test('the session token and the end of the links, of other types', () => {
		const spell = (expiry: unknown, sessionToken: unknown) =>
			hashRecord({ ...record, audio_url_expires_at: expiry, session_token: sessionToken });
		expect(spell(1_763_805_600, 5)).toBe(spell(1_763_805_601, 6));
		expect(spell([1], { token: 5 })).toBe(spell([2], { token: 6 }));
	});

	test('whatever checked the delivery', () => {
		const conversation = convert(record);
		const delivery = Object({
			status: 'accepted',
			valid: true,
			issuer: 'https://auth.example.com',
		});
		expect(hashContent({ ...conversation, delivery })).toBe(hashContent(conversation));
	});
});

describe('another hash has another state', () => {
	test.each<[string, Change]>([
		['another id', { id: 'c0ffee00-0000-4000-8000-000000000003' }],
		['another status', { status: 'Failed' }],
		['no status', { status: null }],
		['another moment', { updated_at: '2026-11-22T10:00:01Z' }],
		['another file', { audio_url: 'https://storage.example.com/recordings/1/cleaned.wav' }],
		['another link that is no web address', { audio_url: 's3://recordings/2/mixed.wav' }],
		['another moment of a turn', ofTurn({ created_at: '2026-11-22' })],
		['no link', { audio_url: null }],
		['one more link', { agent_audio_url: link('?signature=1') }],
		['no end of the links', { audio_url_expires_at: null }],
		['no session token', { session_token: null }],
		['an empty history', { history: [] }],
		['one more turn', { history: [...record.history, { role: 'Assistant', content: 'Bye' }] }],
		['another link in what was said', ofTurn({ content: 'https://example.com/?order=2' })],
		['another figure of a turn', ofTurn({ metrics: { e2e_latency: 2 } })],
		['the turns in the other list', { history: null, synthesized_chat_history: record.history }],
		['another URL parameter', { url_parameters: { page: 'https://example.com/?a=2' } }],
		['an undocumented field', { another: 1 }],
		['another undocumented link', undocumented({ links: [link('?signature=2')] })],
		['another undocumented writing', undocumented({ sent_at: '2026-11-22T10:00:00.25Z' })],
		['another order of a list', undocumented({ links: [link('?b'), link('?a')] })],
	])('%s', (_what, change) => {
		expect(hashRecord({ ...record, ...change })).not.toBe(hashRecord(record));
	});

	test('the other shape', () => {
		const id = 'c0ffee00-0000-4000-8000-000000000001';
		expect(hashRecord({ id, agent_id: '1' })).not.toBe(
			hashRecord({ session_id: id, agent_id: '1' }),
		);
	});
});

/** What is sent anew each time: whether it is there is all that counts. */
const SENT_ANEW = ['audio_url_expires_at', 'session_token'];

test('every declared moment and link says how it is compared, and no other field', () => {
	const look = (object: ObjectSchema) => {
		for (const { name, schema, facts } of listFields(object)) {
			if (facts.isDerived === true) continue;
			const inner = findObject(schema);
			if (inner !== undefined) {
				look(inner);
				continue;
			}
			const isMoment = facts.description.startsWith('When ');
			const comparedBy = isMoment ? 'moment' : name.endsWith('_url') ? 'fileName' : undefined;
			const expected = SENT_ANEW.includes(name) ? 'presence' : comparedBy;
			expect([name, facts.comparedBy]).toEqual([name, expected]);
		}
	};
	look(conversationSchema);
});

test('of a conversation of 16 MB the last letter counts', () => {
	const hashEndingWith = (letter: string) => {
		const history = Array.from({ length: 20_000 }, () => ({
			role: 'User',
			content: 'x'.repeat(800),
		}));
		return hashRecord({ ...record, history: [...history, { role: 'User', content: letter }] });
	};
	expect(hashEndingWith('a')).toBe(hashEndingWith('a'));
	expect(hashEndingWith('a')).not.toBe(hashEndingWith('b'));
});
