import { OUTCOME_CONDITIONS, type OutcomeRule } from '../../core/conversation/outcome';
import { type Output, type OutputOptions, OUTPUTS } from '../../core/conversation/outputs';
import { PERSONAL_DATA } from '../../core/conversation/personal-data';
import { foldCase } from '../../core/text';

// What n8n stored or an expression gave may be of any type: each of these reads every value.

/** A collection of parameters; anything else counts as an empty one. */
export function readCollection(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The value if it is one of the choices, else what counts in its place. */
export function oneOf<const Choice extends string, Otherwise extends string | undefined>(
	value: unknown,
	choices: readonly Choice[],
	otherwise: Otherwise,
): Choice | Otherwise {
	return choices.find((choice) => choice === value) ?? otherwise;
}

/** Text without spaces around it. Anything else, and spaces alone, count as not set. */
export function readText(value: unknown): string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	return text === '' ? undefined : text;
}

/**
 * The values of a list as a user gives it: comma-separated text, an array from an expression (its
 * entries may hold commas), or one value of another type, which counts as its text. Values are trimmed,
 * blank ones left out. Nothing gives an empty list.
 */
export function readList(list: unknown): string[] {
	if (list === undefined || list === null) return [];
	const values = Array.isArray(list) ? list.map(String) : String(list).split(',');
	return values.map((value) => value.trim()).filter((value) => value !== '');
}

/**
 * The names of events to register for, from a list as a user gives it. Each is there once, whatever its
 * letter case, and they are in one order: entering them in another one is no other registration.
 */
export function readEventNames(list: unknown): string[] {
	const names = new Map<string, string>();
	for (const name of readList(list)) {
		if (!names.has(foldCase(name))) names.set(foldCase(name), name);
	}
	return [...names.values()].toSorted((a, b) => (a < b ? -1 : 1));
}

/**
 * Reads the parameter Output and the output's part of the collection Options, which both nodes have.
 * An output that nobody knows is the whole conversation, so nothing is lost.
 */
export function readOutputSettings(output: unknown, options: unknown) {
	const selected = oneOf(output, OUTPUTS, 'conversation');
	const given = readCollection(options);
	// n8n leaves out what is as by default. An expression that gives nothing leaves the key.
	const personalData = Object.hasOwn(given, 'personalData') ? given.personalData : 'keep';
	return {
		output: selected,
		options: {
			fields: readFields(selected, given.fields),
			leaveOutSystemTurns: given.leaveOutSystemTurns === true,
			direction: oneOf(given.direction, ['inbound', 'outbound'], undefined),
			customerNumber: oneOf(given.customerNumber, ['from', 'to'], undefined),
			defaultCountry: readCountryCode(given.defaultCountry),
			outcomeRules: readOutcomeRules(given.outcomeRules),
			// Fails closed: what is none of the three values counts as Leave Out.
			personalData: oneOf(personalData, PERSONAL_DATA, 'leaveOut'),
		} satisfies OutputOptions,
	};
}

/** The parameter Output, with the options that belong to it. */
export type OutputSettings = ReturnType<typeof readOutputSettings>;

function readFields(output: Output, fields: unknown): OutputOptions['fields'] {
	const choice = readCollection(readCollection(fields).choice);
	// n8n leaves out what is as by default.
	const mode = oneOf(choice.mode ?? 'selected', ['selected', 'except'], undefined);
	// An expression may give a list, or names separated by commas.
	const given = choice[`${output}Names`];
	const names = readList(
		Array.isArray(given) ? given.filter((name) => typeof name === 'string') : readText(given),
	);
	return mode === undefined || names.length === 0 ? undefined : { mode, names };
}

/** Of two letters; what no country has is found when a number is read. */
function readCountryCode(value: unknown): string | undefined {
	const code = readText(value)?.toUpperCase() ?? '';
	return /^[A-Z]{2}$/.test(code) ? code : undefined;
}

/** A fixed collection of rules, in the order of the user. One without a value or an outcome says nothing. */
function readOutcomeRules(rules: unknown): OutcomeRule[] {
	return [readCollection(rules).rule].flat().flatMap((rule) => {
		const given = readCollection(rule);
		// n8n leaves out what is as by default.
		const { when: condition = 'toolCalled' } = given;
		const when = oneOf(condition, OUTCOME_CONDITIONS, undefined);
		const value = readWord(given.value);
		const outcome = readWord(given.outcome);
		const isWhole = when !== undefined && value !== undefined && outcome !== undefined;
		return isWhole ? [{ when, value, outcome }] : [];
	});
}

function readWord(value: unknown): string | undefined {
	return readText(typeof value === 'number' ? String(value) : value);
}
