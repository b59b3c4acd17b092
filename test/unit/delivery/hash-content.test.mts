import { readFileSync } from 'node:fs';
import path from 'node:path';
import { conversationSchema } from '../../../core/conversation/conversation.ts';
import { listFields, type ObjectSchema } from '../../../core/conversation/declare-field.ts';
import { hashContent } from '../../../core/delivery/duplicates.ts';
import { convert } from '../../support/records/read-fixture.mts';

const hashRecord = (record: object): string => hashContent(convert(record));

const reverseFields = (value: object): object =>
	JSON.parse(JSON.stringify(value), (_name, inner) =>
		Object.prototype.toString.call(inner) === '[object Object]'
			? Object.fromEntries(Object.entries(inner).reverse())
			: inner,
	);

interface Change {
	/** Fields of the one turn. */
	turn?: object;
	/** Fields inside the field of that name. */
	undocumented?: object;
	/** Fields of the record. */
	[name: string]: unknown;
}

interface Fixture {
	record: { id: string; history: object[]; undocumented: object };
	/** Changes that a service makes in what it sends anew for the same state. */
	same: Record<string, Change>;
	/** Changes that are another state. */
	other: Record<string, Change>;
}

const { record, same, other }: Fixture = JSON.parse(
	readFileSync(path.join(import.meta.dirname, '../../fixtures/content-hash.json'), 'utf8'),
);

const changeRecord = ({ turn, undocumented, ...fields }: Change) => ({
	...record,
	history: [{ ...record.history[0], ...turn }],
	undocumented: { ...record.undocumented, ...undocumented },
	...fields,
});

describe('one hash has what a service sends anew for the same state', () => {
	test.each(Object.entries(same))('%s', (_what, change) => {
		expect(hashRecord(changeRecord(change))).toBe(hashRecord(record));
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
	test.each(Object.entries(other))('%s', (_what, change) => {
		expect(hashRecord(changeRecord(change))).not.toBe(hashRecord(record));
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

test('every moment, at any depth, is read as a time; each says how it is compared, and so does each link', () => {
	const look = (object: ObjectSchema) => {
		for (const { name, inner, facts } of listFields(object)) {
			if (facts.isDerived === true) continue;
			if (inner !== undefined) {
				look(inner);
				continue;
			}
			const isMoment = facts.description.startsWith('When ') || name.endsWith('_at');
			const comparedBy = isMoment ? 'moment' : name.endsWith('_url') ? 'fileName' : undefined;
			const expected = SENT_ANEW.includes(name) ? 'presence' : comparedBy;
			const { comparedBy: declared, isTime = false } = facts;
			expect([name, declared, isTime]).toEqual([name, expected, isMoment]);
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
