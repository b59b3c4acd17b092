import * as z from 'zod/v4-mini';
import { OUTCOME_CONDITIONS, type OutcomeRule } from '../conversation/outcome';
import { PERSONAL_DATA } from '../conversation/personal-data';
import { type Output, type OutputOptions, OUTPUTS } from '../conversation/outputs';
import { isObject } from '../json';
import { COLLECTION, IS_TRUE, parseList } from './values';

/** The parameter Output, with the options that belong to it. */
export type OutputSettings = {
	output: Output;
	options: OutputOptions;
};

/** A fixed collection of rules, in the order of the user. One without a value or an outcome says nothing. */
const OUTCOME_RULES = z.transform((value): OutcomeRule[] => {
	const listed = isObject(value) ? [value.rule ?? []].flat() : [];
	return listed.flatMap((rule) => {
		const read = z.safeParse(OUTCOME_RULE, rule);
		return read.success ? [read.data] : [];
	});
});

const WORD = z.pipe(
	z.transform((value) => (typeof value === 'number' ? String(value) : value)),
	z.string().check(z.trim(), z.minLength(1)),
);

// n8n leaves out what is as by default.
const OUTCOME_RULE = z.object({
	when: z._default(z.enum(OUTCOME_CONDITIONS), 'toolCalled'),
	value: WORD,
	outcome: WORD,
});

/** Of two letters; what no country has is found when a number is read. */
const COUNTRY_CODE = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}$/));

/** Fails closed: what is none of the three values counts as Leave Out. */
const PERSONAL = z.catch(z._default(z.enum(PERSONAL_DATA), 'keep'), 'leaveOut');

const OPTIONS = z.pipe(
	COLLECTION,
	z.object({
		fields: z.unknown(),
		leaveOutSystemTurns: IS_TRUE,
		direction: z.catch(z.optional(z.enum(['inbound', 'outbound'])), undefined),
		customerNumber: z.catch(z.optional(z.enum(['from', 'to'])), undefined),
		defaultCountry: z.catch(z.optional(COUNTRY_CODE), undefined),
		outcomeRules: OUTCOME_RULES,
		personalData: PERSONAL,
	}),
);

/**
 * Reads the parameter Output and the output's part of the collection Options, which both nodes have.
 * Never fails: an output that nobody knows is the whole conversation, so nothing is lost.
 */
export function parseOutputSettings(output: unknown, options: unknown): OutputSettings {
	const selected = OUTPUTS.find((name) => name === output) ?? 'conversation';
	const read = z.parse(OPTIONS, options);
	const { fields, ...others } = read;
	const choice = readChoice(selected, isObject(fields) ? fields.choice : undefined);
	return {
		output: selected,
		options: {
			...others,
			...(choice && { fields: choice }),
		},
	};
}

function readChoice(output: Output, choice: unknown): OutputOptions['fields'] {
	const given = isObject(choice) ? choice : {};
	// n8n leaves out what is as by default.
	const mode = given.mode ?? 'selected';
	if (mode !== 'selected' && mode !== 'except') return undefined;
	const selected = given[`${output}Names`];
	// An expression may give a list, or names separated by commas.
	const names = Array.isArray(selected)
		? selected.filter((name) => typeof name === 'string')
		: selected;
	const list = Array.isArray(names) || typeof names === 'string' ? parseList(names) : [];
	return list.length === 0 ? undefined : { mode, names: list };
}
