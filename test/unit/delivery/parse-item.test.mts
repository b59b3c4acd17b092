import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { parseItem } from '../../../core/delivery/parse-item.ts';
import { parseRecord } from '../../../core/record/parse-record.ts';
import { buildFullRecordA, buildFullRecordB } from '../record/build-full-record.mts';

const folder = join(__dirname, '../../fixtures/records');

function read(item: unknown) {
	const parsed = parseItem(item);
	if (!parsed.success) throw new Error(parsed.error.code);
	return parsed;
}

function conversationOf(record: unknown) {
	const parsed = parseRecord(record);
	if (!parsed.success) throw new Error(parsed.error.code);
	return parsed.conversation;
}

const event = { event: 'ConversationComplete', data: buildFullRecordB() };

test.each<[string, unknown, string | null]>([
	['an event', event, 'ConversationComplete'],
	['an event of another name', { ...event, event: 'SessionStarted' }, 'SessionStarted'],
	['an event as text', JSON.stringify(event), 'ConversationComplete'],
	['the item of a Webhook node', { headers: {}, query: {}, body: event }, 'ConversationComplete'],
	[
		'a stored body',
		{ id: 17, created_at: 'x', body: JSON.stringify(event) },
		'ConversationComplete',
	],
	['an envelope without event', { data: buildFullRecordB() }, null],
	['a record', buildFullRecordB(), null],
	['a record under body', { body: buildFullRecordB() }, null],
	['a record with an undocumented field data', { ...buildFullRecordB(), data: event }, null],
])('%s is read', (name, item, eventName) => {
	const parsed = read(item);
	expect(parsed.event).toBe(eventName);
	if (name.includes('undocumented')) {
		expect(parsed.conversation.additional_fields).toEqual({ data: event });
	} else {
		expect(parsed.conversation).toEqual(conversationOf(buildFullRecordB()));
	}
});

test.each<[string, unknown]>([
	['nothing', undefined],
	['an empty item', {}],
	['a list', [event]],
	['text', 'hello'],
	['text in text', JSON.stringify(JSON.stringify(event))],
	['other fields', { name: 'Ada', toString: 1 }],
	['wrappers without an end', { body: { body: { body: event } } }],
])('%s holds no record', (_name, item) => {
	expect(parseItem(item)).toEqual({
		success: false,
		error: { code: 'item-without-record', message: expect.any(String) },
	});
});

describe('a canonical conversation', () => {
	test.each(readdirSync(folder))('%s gives itself again', (name) => {
		const source: unknown = JSON.parse(readFileSync(join(folder, name, 'source.json'), 'utf8'));
		const conversation = conversationOf(source);
		expect(read(conversation).conversation).toEqual(conversation);
	});

	test('keeps how it was authenticated', () => {
		const delivery = {
			method: 'jwt',
			valid: true,
			reason: null,
			issuer: 'https://identity.example.com',
			client: 'client',
			subject: 'subject',
			audience: ['audience'],
		};
		const conversation = { ...conversationOf(buildFullRecordA()), delivery };
		expect(read({ body: conversation }).conversation).toEqual(conversation);
	});

	test('with fields left out is read, too', () => {
		const { history, summary, shape } = conversationOf(buildFullRecordB());
		const { conversation } = read({ history, summary, shape });
		expect(conversation.shape).toBe('B');
		expect(conversation.history).toEqual(history);
		expect(conversation.additional_fields).toEqual({});
	});
});
