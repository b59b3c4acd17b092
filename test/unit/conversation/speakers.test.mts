import { writeReport } from '../../../core/conversation/report/page.ts';
import { KNOWN_SPEAKERS, Speakers } from '../../../core/conversation/speakers.ts';
import { buildChatMessages } from '../../../core/conversation/transcript/chat-messages.ts';
import { writeSubRip } from '../../../core/conversation/transcript/subtitles.ts';
import { decideDelivery } from '../../../core/delivery/decide-delivery.ts';
import type { Output, OutputOptions } from '../../../core/conversation/outputs.ts';
import { parseItem } from '../../../core/record/item.ts';
import words from '../../fixtures/speakers.json' with { type: 'json' };

const speakers = new Speakers({
	user: ['Participant', 'end_user', 'Both'],
	agent: ['Host', 'User', 'System', 'both'],
	system: ['0', 'Prompt', 'Host'],
});

const listGroups = (roles: Array<string | null>, known = KNOWN_SPEAKERS) =>
	roles.map((role) => known.group(role));

test.each(Object.entries(words.known))('known roles of group %s are %j', (group, roles) => {
	expect(listGroups(roles)).toEqual(roles.map(() => group));
});

// A word in both lists is the other side, so nobody who spoke is "no answer".
test.each(Object.entries(words.stated))(
	'the stated words win over known ones: of group %s are %j',
	(group, roles) => {
		expect(listGroups(roles, speakers)).toEqual(roles.map(() => group));
	},
);

test('a long role is that of nobody', () => {
	expect(listGroups([`user${' '.repeat(30)}`, '\u0130-'.repeat(1_000_000)])).toEqual([
		'other',
		'other',
	]);
	expect(speakers.group('Participant of the call'.repeat(100))).toBe('other');
});

test.each(['Tool', 'Function', 'tool_result'])(
	'text of %s is speech where the user says so',
	(role) => {
		const ofUser = new Speakers({ user: [role] });
		const { conversation } = read({ history: [{ role, content: 'Hi' }] }, { speakers: ofUser });
		expect(conversation).toMatchObject({ answered: true, transcript: `${role}: Hi` });
	},
);

const metrics = {
	started_speaking_at: '2026-11-03T09:15:10Z',
	stopped_speaking_at: '2026-11-03T09:15:12Z',
};
const record = {
	id: 'c',
	started_at: '2026-11-03T09:15:00Z',
	history: [
		{ role: 'System', content: 'Good morning.' },
		{ role: 'Participant', content: 'A table for two.', metrics },
	],
};

function read(data: object, options: OutputOptions, output: Output = 'conversation') {
	const body = { event: 'ConversationComplete', data };
	const decided = decideDelivery({ body }, { output: { output, options } });
	if (decided.kind !== 'event') throw new Error(decided.reason);
	return decided;
}

const { conversation } = read(record, { speakers });

test('the stated words count in what is worked out of the turns', () => {
	const untold = { answered: null, outcome: null, transcript: 'Participant: A table for two.' };
	expect(read(record, {}).conversation).toMatchObject(untold);
	expect(conversation).toMatchObject({
		answered: true,
		outcome: 'completed',
		transcript: 'System: Good morning.\nParticipant: A table for two.',
		statistics: {
			turn_count_by_role: { user: 1, agent: 1, system: 0, other: 0 },
			speaking_seconds_by_role: { user: 2, agent: null },
		},
	});
	const ofAgent = new Speakers({ agent: ['Participant'] });
	expect(read(record, { speakers: ofAgent }).conversation.outcome).toBe('no_answer');
});

test('the stated words count in messages, subtitles and the report', () => {
	expect(buildChatMessages(conversation, { speakers })).toEqual([
		{ role: 'assistant', content: 'Good morning.' },
		{ role: 'user', content: 'A table for two.' },
	]);
	expect(writeSubRip(conversation, { speakers })).toContain('System: Good morning.');
	expect(writeSubRip(conversation)).not.toContain('Good morning.');
	const groups = (page: string) =>
		[...page.matchAll(/class="turn" data-group="(\w+)"/g)].map(([, name]) => name);
	const page = writeReport(conversation, { speakers });
	expect(groups(page)).toEqual(['agent', 'user']);
	expect(page).toContain('<span class="who">Customer</span>');
	expect(page).toContain('00:00:10 Customer, 2 s</title>');
	expect(groups(writeReport(conversation))).toEqual(['other']);
});

test('the stated words count in what is left out', () => {
	const kept = read(record, { leaveOutSystemTurns: true, speakers }).items[0];
	expect(kept?.history).toHaveLength(2);
});

test('a later node that does not know the words keeps the answer, and one that does finds it', () => {
	const later = (item: unknown, words = KNOWN_SPEAKERS) => {
		const parsed = parseItem(item, words);
		return parsed.success ? parsed.conversation : parsed.error;
	};
	const [emitted] = read(record, { speakers }).items;
	expect(later(emitted)).toMatchObject({ answered: true, outcome: 'completed' });
	const [untold] = read(record, {}).items;
	expect(later(untold)).toMatchObject({ answered: null, outcome: null });
	expect(later(untold, speakers)).toMatchObject({ answered: true, outcome: 'completed' });
});

const written = {
	id: 'c',
	history: [
		{ role: 0, content: 'Be kind.' },
		{ role: 2, content: 'Hello!' },
		{ role: '1', content: 'A table.' },
		{ role: 'ChatRole.USER', content: 'For two.' },
		{ role: '3', content: 'Mumbling.' },
		{ role: 'Waiter.Lodger', content: 'Hm.' },
		{ role: 'ROLE_SYSTEM', content: 'Be quick.' },
		{ role: 'ChatRole.TOOL', tool_call_id: '1', content: 'Free.' },
		{ role: 'Participant', content: 'Please.' },
	],
};
const numbered = new Speakers({ user: ['1', 'participant'], agent: ['2'], system: ['0'] });

test('a line names a word as sent, and who spoke in place of digits or of a word with a prefix', () => {
	const { conversation, items } = read(written, { speakers: numbered, leaveOutSystemTurns: true });
	const lines = [
		...['Agent: Hello!', 'Customer: A table.', 'Customer: For two.', '3: Mumbling.'],
		...['Waiter.Lodger: Hm.', 'Participant: Please.'],
	];
	expect(conversation.transcript?.split('\n')).toEqual(lines);
	const texts = writeSubRip(conversation, { speakers: numbered }).matchAll(/^\D.*: .*$|^3: .*$/gm);
	expect([...texts].map(([line]) => line)).toEqual(lines);
	expect(buildChatMessages(conversation, { speakers: numbered })).toMatchObject([
		{ role: 'assistant', content: 'Hello!' },
		...['A table.', 'For two.', '3: Mumbling.', 'Waiter.Lodger: Hm.', 'Please.'].map((content) => ({
			role: 'user',
			content,
		})),
	]);
	const withTools = buildChatMessages(conversation, { speakers: numbered, includeToolCalls: true });
	expect(withTools).toContainEqual({ role: 'tool', content: 'Free.', tool_call_id: '1' });
	const kept: unknown = items[0]?.history;
	expect(kept).toMatchObject([
		...['2', '1', 'ChatRole.USER', '3', 'Waiter.Lodger', 'ChatRole.TOOL', 'Participant'].map(
			(role) => ({ role }),
		),
	]);
	const page = writeReport(conversation, { speakers: numbered, includeSystemTurns: true });
	const names = [...page.matchAll(/<span class="who">(.*?)<\/span>/g)].map(([, name]) => name);
	expect(names).toEqual([
		...['System', 'Agent', 'Customer', 'Customer', '3', 'Waiter.Lodger', 'System', 'Tool'],
		'Customer',
	]);
});
