import { readFileSync } from 'node:fs';
import path from 'node:path';
import { applyStatements, type OutputOptions } from '../../../core/conversation/outputs.ts';
import { parseItem } from '../../../core/record/item.ts';
import { convert } from '../../support/records/read-fixture.mts';

interface Fixture {
	/** What a turn is, whether the call was answered, and the turn. */
	entries: Record<string, [answered: boolean | null, entry: unknown]>;
	/** What a record has beside an empty history, and whether the call was answered. */
	beside: Record<string, [answered: boolean | null, fields: object]>;
	/** A call that was dialled and never connected. */
	dialled: object;
	/** How a call differs from that, by what it shows; the last is a direction that the user states. */
	calls: Record<string, [boolean | null, string | null, object, OutputOptions['direction'] | null]>;
}

const { entries, beside, dialled, calls }: Fixture = JSON.parse(
	readFileSync(path.join(import.meta.dirname, '../../fixtures/answered.json'), 'utf8'),
);
const agent = { role: 'Assistant', content: 'Hello, who is calling?' };

// Behind and before what the agent said, and read again one node later.
test.each(Object.entries(entries))('answered or not, by %s', (_name, [answered, entry]) => {
	const outcome = answered === null ? null : answered ? 'completed' : 'no_answer';
	for (const history of [
		[agent, entry],
		[entry, agent],
	]) {
		const conversation = convert({ history });
		expect(conversation).toMatchObject({ answered, outcome });
		const again = parseItem(JSON.parse(JSON.stringify(conversation)));
		expect(again).toMatchObject({ conversation: { answered, outcome } });
	}
});

test.each(Object.entries(beside))(
	'answered or not, by %s beside an empty history',
	(_name, [answered, fields]) => {
		const outcome = answered === null ? null : 'no_answer';
		expect(convert({ history: [], ...fields })).toMatchObject({ answered, outcome });
	},
);

test('entries that were not read count beyond the issues that are listed', () => {
	const wrong = { role: 'Assistant', content: 'Hi', interrupted: 'no' };
	const history = [...Array.from({ length: 60 }, () => wrong), 'Caller: hi'];
	expect(convert({ history })).toMatchObject({ answered: null, parse_issue_count: 61 });
});

test('a list of texts is read as text, one line each, and reported', () => {
	const { history, transcript, parse_issues } = convert({
		history: [{ role: 'user', content: ['I need a plumber.', 'Today.'] }],
	});
	expect(history).toEqual([{ role: 'user', content: 'I need a plumber.\nToday.', metrics: {} }]);
	expect(transcript).toBe('user: I need a plumber. Today.');
	const issue = { path: 'history[0].content', expected: 'string', received: 'array' };
	expect(parse_issues).toEqual([issue]);
});

test.each(Object.entries(calls))(
	'answered or not, and the outcome, of a dialled call %s',
	(_name, [answered, outcome, change, direction]) => {
		const conversation = convert({ ...dialled, ...change });
		const options = direction === null ? {} : { direction };
		expect(applyStatements(conversation, options)).toMatchObject({ answered, outcome });
	},
);

test('an item without its history is not silent if its transcript or its recording is there', () => {
	const item = { ...convert({ duration_seconds: 0 }), history: null, answered: null };
	const state = (change: object) =>
		applyStatements({ ...item, ...change }, { direction: 'outbound' }).answered;
	expect(state({})).toBe(false);
	expect(state({ transcript: 'Lodger: Hi' })).toBeNull();
	const statistics = { ...item.statistics, has_recording: true };
	expect(state({ statistics })).toBeNull();
});
