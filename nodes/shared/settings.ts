import {
	OF_TOOLS,
	OUTCOME_CONDITIONS,
	type OutcomeRule,
} from '../../core/conversation/outcome-rules';
import { type Output, type OutputOptions, OUTPUTS } from '../../core/conversation/outputs';
import { PERSONAL_DATA } from '../../core/conversation/personal-data';
import { KNOWN_SPEAKERS, Speakers } from '../../core/conversation/speakers';
import { foldCase } from '../../core/text';
import { type NodeContext, throwNodeError } from './errors';
import type { ParameterReader } from './read-parameters';

/** Sorted, each name once (`Ended` and `ended` are equal), so that any order of entry gives the same registration. */
export function readEventNames(parameters: ParameterReader, path: string): string[] {
	const names = new Map<string, string>();
	for (const name of parameters.list(path)) {
		if (!names.has(foldCase(name))) names.set(foldCase(name), name);
	}
	return [...names.values()].toSorted((a, b) => (a < b ? -1 : 1));
}

/** Defaults here apply to options that a user did not add. n8n enters declared defaults for added options. */
export function readOutputSettings(
	parameters: ParameterReader,
	output: Output = parameters.choice('output', OUTPUTS, 'conversation'),
) {
	const { has, flag, choice, anyChoice, list } = parameters;
	const options = {
		fields: output === 'raw' ? undefined : readFields(parameters, output),
		leaveOutSystemTurns: flag('options.leaveOutSystemTurns', false),
		direction: choice('options.direction', ['inbound', 'outbound'], undefined),
		customerNumber: choice('options.customerNumber', ['from', 'to'], undefined),
		ownNumbers: list('options.ownNumbers'),
		defaultCountry: anyChoice('options.defaultCountry'),
		outcomeRules: readOutcomeRules(parameters),
		// Fails closed: an option that n8n's API stored empty means Leave Out.
		personalData: has('options.personalData')
			? choice('options.personalData', PERSONAL_DATA, 'leaveOut')
			: 'keep',
		speakers: readSpeakers(parameters),
	} satisfies OutputOptions;
	return { output, options };
}

export function requireProtectableOutput(
	context: NodeContext,
	{ output, options }: ReturnType<typeof readOutputSettings>,
): void {
	if (output !== 'raw' || options.personalData === 'keep') return;
	throwNodeError(context, 'personal-data-in-raw');
}

// n8n stores no defaults of a fixed collection: the readers below repeat the declared ones.

const MAX_RULE_CHARACTERS = 1_000;

/** In the user's order, with the rules that lack a value or an outcome: their places count. */
export function readOutcomeRules({ rows, choice, text, reject }: ParameterReader): OutcomeRule[] {
	return rows('outcomeRules.rule').map((row) => {
		const when = choice(`${row}.when`, OUTCOME_CONDITIONS, 'toolCalled');
		const readField = (name: string) => {
			const value = text(`${row}.${name}`);
			if ((value ?? '').length <= MAX_RULE_CHARACTERS) return value;
			return reject(`${row}.${name}`, `it has more than ${MAX_RULE_CHARACTERS} characters`);
		};
		const rule = { when, value: readField('value'), outcome: readField('outcome') };
		if (!OF_TOOLS.includes(when)) return rule;
		const [field, is] = [readField('field'), readField('is')];
		if ((field === undefined) === (is === undefined)) return { ...rule, field, is };
		const [empty, filled] = field === undefined ? ['field', 'Is'] : ['is', 'Field'];
		return reject(`${row}.${empty}`, `it is empty, but ${filled} is not. Fill in both or none`);
	});
}

export function readSpeakers({ list }: ParameterReader): Speakers {
	const user = list('options.speakers.roles.otherSideRoles');
	const agent = list('options.speakers.roles.agentRoles');
	const system = list('options.speakers.roles.systemRoles');
	const areStated = [user, agent, system].some(({ length }) => length > 0);
	return areStated ? new Speakers({ user, agent, system }) : KNOWN_SPEAKERS;
}

function readFields({ has, choice, list }: ParameterReader, output: Output) {
	if (!has('options.fields.choice')) return undefined;
	const mode = choice('options.fields.choice.mode', ['selected', 'except', 'all'], 'selected');
	const names = list(`options.fields.choice.${output}Names`);
	return mode === 'all' || names.length === 0 ? undefined : { mode, names };
}
