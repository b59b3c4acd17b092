import { isObject } from '../json';
import { composeMarks, foldCase, foldName, matchesAny } from '../text';
import type { Conversation } from './conversation';
import { listPhrases, SaidWords } from './said-words';
import { KNOWN_SPEAKERS, type Speakers } from './speakers';
import { hasSucceeded, listToolCalls, listToolNames } from './tool-calls';

export const OUTCOME_CONDITIONS = [
	'toolCalled',
	'toolAnswered',
	'customerSaid',
	'statusIs',
	'errorContains',
] as const;

/** Conditions with which a rule may look at a field. */
export const OF_TOOLS: readonly string[] = ['toolCalled', 'toolAnswered'];

export type OutcomeRule = {
	when: (typeof OUTCOME_CONDITIONS)[number];
	/** A tool's name, words that were said, a status, or text of the error. A rule without a value never fits. */
	value?: string;
	/** For a rule of tools, with `is`: a field of the output, else of the arguments, such as `booked`. */
	field?: string;
	/** The whole value of `field`, such as `true`. `*` at either end is any text, `*` alone any value. */
	is?: string;
	/** A rule without an outcome never fits. */
	outcome?: string;
};

type Statements = Partial<Pick<Conversation, 'outcome' | 'outcome_reason' | 'tool_calls'>>;

/** The outcome of the first rule that fits. Each tool call also gets the outcome of the first rule that fits this call. */
export function applyOutcomeRules(
	conversation: Conversation,
	rules: readonly OutcomeRule[],
	speakers: Speakers = KNOWN_SPEAKERS,
): Statements {
	const conditions = rules.map(prepareRule);
	const uses = (whens: readonly string[]) => conditions.some(({ when }) => whens.includes(when));
	const calls = uses(OF_TOOLS) ? listCalls(conversation) : [];
	const said = uses(['customerSaid']) ? new SaidWords(conversation, speakers) : undefined;
	const error = foldLong(conversation.error_message ?? '');
	/** The turn of what fits; `null` for a field of the head, undefined if nothing fits. */
	const findTurn = (condition: Condition): number | null | undefined => {
		const { when, value } = condition;
		if (when === 'customerSaid') return said?.findTurn(listPhrases(value));
		if (when === 'statusIs') return matchesAny([conversation.status], [value]) ? null : undefined;
		if (when === 'errorContains') return error.includes(value) ? null : undefined;
		return calls.find((call) => fitsCall(condition, call))?.turnIndex;
	};
	const words = calls.map((call) => conditions.find((one) => fitsCall(one, call))?.outcome);
	const tool_calls =
		conversation.tool_calls?.map((call, index) => ({
			...call,
			outcome: words[index] ?? call.outcome,
		})) ?? null;
	for (const condition of conditions) {
		const turn_index = condition.isWhole ? findTurn(condition) : undefined;
		if (turn_index === undefined) continue;
		const { outcome, rule } = condition;
		return { outcome, outcome_reason: { rule, turn_index }, tool_calls };
	}
	return { tool_calls };
}

type Condition = ReturnType<typeof prepareRule>;

function prepareRule({ when, value = '', field, is, outcome = '' }: OutcomeRule, index: number) {
	const isWhole = value !== '' && outcome !== '' && (field === undefined) === (is === undefined);
	const isInField = field !== undefined && is !== undefined;
	const inField = isInField ? { name: foldName(field), is: foldLong(is) } : undefined;
	return { rule: index + 1, isWhole, when, value: foldCase(value), inField, outcome };
}

/** Of a longer text, so many characters count. */
const MAX_TEXT_CHARACTERS = 10_000;

function foldLong(text: string): string {
	return composeMarks(text.slice(0, MAX_TEXT_CHARACTERS)).toLowerCase().trim();
}

type Call = ReturnType<typeof listCalls>[number];

/** The calls that are no error, with what rules look at. `tool_calls` is in the same order. */
function listCalls({ history, tool_calls }: Conversation) {
	return listToolCalls(history ?? []).map((turns, index) => {
		const { output = null, tool_arguments = null } = tool_calls?.[index] ?? {};
		return {
			names: hasSucceeded(turns) ? listToolNames(turns).map(foldCase) : [],
			isAnswered: turns.output !== null,
			turnIndex: (turns.call ?? turns.output).index,
			data: [output, tool_arguments],
		};
	});
}

function fitsCall({ isWhole, when, value, inField }: Condition, call: Call): boolean {
	const isOfTools = when === 'toolCalled' || (when === 'toolAnswered' && call.isAnswered);
	if (!isWhole || !isOfTools || !call.names.includes(value)) return false;
	if (inField === undefined) return true;
	const [values = []] = call.data
		.map((data) => findShallowest(data, inField.name))
		.filter(({ length }) => length > 0);
	return values.length > 0 && values.every((found) => fitsText(found, inField.is));
}

/** The values under a name at the level nearest to the top: `[true]` for `booked` in `{"data":{"booked":true}}`. */
function findShallowest(data: unknown, name: string): unknown[] {
	for (let level = [data]; level.length > 0 && name !== ''; level = level.flatMap(listInside)) {
		const fields = level.filter(isObject).flatMap((object) => Object.entries(object));
		const found = fields.filter(([key]) => foldName(key) === name);
		if (found.length > 0) return found.map(([, value]) => value);
	}
	return [];
}

function listInside(value: unknown): unknown[] {
	return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function fitsText(value: unknown, is: string): boolean {
	if (is === '*') return value !== null;
	if (typeof value === 'object') return false;
	const text = foldLong(String(value));
	const mayBegin = is.startsWith('*');
	const mayEnd = is.endsWith('*');
	const word = is.slice(mayBegin ? 1 : 0, mayEnd ? -1 : undefined);
	if (mayBegin && mayEnd) return text.includes(word);
	if (mayBegin) return text.endsWith(word);
	return mayEnd ? text.startsWith(word) : text === word;
}
