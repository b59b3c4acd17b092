import { ExpressionError, type INodeProperties } from 'n8n-workflow';
import { isFiniteNumber, isObject, isSent, parseJsonText, readProperty } from '../../core/json';
import { listLines } from '../../core/text';
import { isTool, type NodeContext, throwNodeError } from './errors';

/**
 * Facts that an item may lack. In the action node, an expression for these or {@link FACTS_OF_AGENT} may give nothing:
 * "not set". Other parameters check, filter, mask, limit or register: an expression that gives nothing throws.
 */
const FACTS = /^(?:urls\.\w+|token|options\.(?:customerNumber|defaultCountry|direction))$/;

/** Parameters of the tool of an AI agent that a model may leave out. */
const FACTS_OF_AGENT = /^(?:fieldValue|options\.include\w+)$/;

/**
 * The one reader of parameters, by paths such as `options.timeLimit`. Not added, or stored empty, as `=` or
 * null, means not set: `undefined` or `otherwise`. Throws `parameter-invalid` for a value outside its type,
 * choices or bounds, for an expression that fails, and for one that gives nothing unless {@link isFact} allows
 * it. Parameters that nobody reads stay unevaluated.
 * @param itemIndex for the action node
 */
export function readParameters(
	context: NodeContext,
	declared: readonly INodeProperties[],
	itemIndex = 0,
) {
	const getStored = (path: string): unknown => {
		const [root = '', ...names] = path.split('.');
		return names.reduce<unknown>(readProperty, getParameter(context, itemIndex, root, true));
	};
	const reject = (path: string, reason: string): never => {
		const { title: parameter } = findDeclared(context, declared, listNames(path));
		const detail = `Reason: ${reason}`;
		return throwNodeError(context, 'parameter-invalid', { parameter, detail });
	};
	const read = <T>(path: string, expected: string, parse: Parse<T>): T | undefined => {
		const { property } = findDeclared(context, declared, listNames(path));
		const fail = (reason: string): never => reject(path, reason);
		const stored = getStored(path);
		if (isBlank(stored)) return undefined;
		// In a list, any entry may be an expression.
		const isExpression = [stored].flat().some((entry) => String(entry).startsWith('='));
		const isPlain = typeof stored !== 'object' && !isExpression;
		const evaluate = () => getParameter(context, itemIndex, path, false);
		const value = isPlain ? stored : tryToEvaluate(evaluate, fail);
		if (isBlank(value) && isFact(context, path)) return undefined;
		const parsed = isBlank(value) ? undefined : parse(value, property, isExpression);
		const came = `${isExpression ? 'its expression gave' : 'it is'} ${nameGivenType(value)}`;
		return parsed ?? fail(`${came}, not ${expected}${nameChoices(property)}`);
	};
	const anyChoice = (path: string) => read(path, 'one of its choices', parseChoice);
	return {
		itemIndex,
		/** Throws `parameter-invalid` for a value that only its user can mend. */
		reject,
		/** Whether n8n stores the parameter, even if empty. */
		has: (path: string) => getStored(path) !== undefined,
		/** The paths of the entries of a fixed collection, in the order of the user. */
		rows: (path: string) => listRows(getStored(path), path),
		/** Text without spaces around it. A number, a Date and a DateTime become text. */
		text: (path: string) => read(path, 'text', writeText),
		/** Texts separated by commas, or an array of texts and numbers. An expression must give at least one. */
		list: (path: string) => read(path, 'a list of texts', parseList) ?? [],
		/** At most {@link MAX_TEXTS}: a list, JSON text, or lines. `null` and empty texts of a list keep their place. */
		texts(path: string): string[] {
			const { title: parameter } = findDeclared(context, declared, [path]);
			const texts = read(path, TEXTS, parseTexts);
			return texts ?? throwNodeError(context, 'texts-missing', { parameter });
		},
		anyChoice,
		is: (path: string, choice: string) => anyChoice(path) === choice,
		/** One of `choices`; `otherwise` if unset, or for any other declared choice. */
		choice<const Choice extends string, Otherwise extends string | undefined>(
			path: string,
			choices: readonly Choice[],
			otherwise: Otherwise,
		): Choice | Otherwise {
			const chosen = anyChoice(path);
			return choices.find((choice) => choice === chosen) ?? otherwise;
		},
		flag: (path: string, otherwise: boolean) => read(path, 'true or false', parseFlag) ?? otherwise,
		number: (path: string, otherwise: number) =>
			read(path, 'a number within its limits', parseNumber) ?? otherwise,
		/** An object, or JSON text, which is not parsed. */
		json: (path: string) => read(path, 'an object or JSON text', parseJson),
	};
}

export type ParameterReader = ReturnType<typeof readParameters>;

type Parse<T> = (value: unknown, property: INodeProperties, isExpression: boolean) => T | undefined;

function getParameter(context: NodeContext, item: number, path: string, rawExpressions: boolean) {
	const value: unknown =
		'getInputData' in context
			? context.getNodeParameter(path, item, null, { rawExpressions })
			: context.getNodeParameter(path, null, { rawExpressions });
	return value;
}

function listNames(path: string): string[] {
	return path.split('.').filter((name) => !/^\d+$/.test(name));
}

function listRows(stored: unknown, path: string): string[] {
	if (Array.isArray(stored)) return stored.map((_row, index) => `${path}.${index}`);
	return isObject(stored) ? [path] : [];
}

function tryToEvaluate(evaluate: () => unknown, fail: (reason: string) => never): unknown {
	try {
		return evaluate();
	} catch (error) {
		// The message of a subclass of ExpressionError, or of any other class, may hold a value.
		const isOfN8n = error instanceof ExpressionError && error.name === 'ExpressionError';
		return fail(`its expression failed${isOfN8n ? `: ${error.message}` : ''}`);
	}
}

/** The declaration of a parameter, and the names under which the editor shows it. */
function findDeclared(
	context: NodeContext,
	fields: NonNullable<INodeProperties['options']> | readonly INodeProperties[],
	[name, ...names]: string[],
	above = '',
): { property: INodeProperties; title: string } {
	// Of two fields with one name, the field for the tool of an AI agent comes last.
	const found = [...fields].findLast((field) => {
		const isOfTool = 'displayOptions' in field && field.displayOptions?.show?.['@tool'];
		return field.name === name && (!isOfTool || isTool(context));
	});
	if (found !== undefined && 'values' in found) {
		return findDeclared(context, found.values, names, above);
	}
	if (found === undefined || !('type' in found)) throw new Error(`Not declared: ${name}`);
	const title = above + found.displayName;
	if (names.length === 0) return { property: found, title };
	return findDeclared(context, found.options ?? [], names, `${title} → `);
}

function isFact(context: NodeContext, path: string): boolean {
	const isOfAgent = isTool(context) && FACTS_OF_AGENT.test(path);
	return 'getInputData' in context && (FACTS.test(path) || isOfAgent);
}

function isBlank(value: unknown): boolean {
	const isBlankText = typeof value === 'string' && ['', '='].includes(value.trim());
	return value === undefined || value === null || isBlankText;
}

function writeText(value: unknown): string | undefined {
	if (isFiniteNumber(value)) return String(value);
	// A Date and a DateTime write themselves; an invalid one gives null.
	const toJson = readProperty(value, 'toJSON');
	const text: unknown = typeof toJson === 'function' ? toJson.call(value) : value;
	return typeof text === 'string' ? text.trim() : undefined;
}

const parseList: Parse<string[]> = (value, property, isExpression) => {
	const entries: unknown[] = typeof value === 'string' ? value.split(',') : [value].flat();
	if (!entries.every((entry) => typeof entry === 'string' || isFiniteNumber(entry)))
		return undefined;
	const texts = entries.map((entry) => String(entry).trim()).filter((text) => text !== '');
	const choices = listChoices(property);
	const areAllowed = choices.length === 0 || texts.every((text) => choices.includes(text));
	return areAllowed && (texts.length > 0 || !isExpression) ? texts : undefined;
};

const MAX_TEXTS = 100;
const MAX_TEXT_CHARACTERS = 1_000;
const TEXTS = `a list of at most ${MAX_TEXTS} texts of ${MAX_TEXT_CHARACTERS} characters, or a line for each`;

const parseTexts: Parse<string[]> = (value) => {
	const parsed = typeof value === 'string' ? parseJsonText(value) : [value].flat();
	const listed = Array.isArray(parsed) ? parsed : listLines(String(value));
	if (listed.length > MAX_TEXTS) return undefined;
	const texts = listed.map((entry: unknown) => writeText(entry ?? ''));
	const areTexts = texts.every((text) => isSent(text) && text.length <= MAX_TEXT_CHARACTERS);
	return areTexts ? texts.filter(isSent) : undefined;
};

const parseChoice: Parse<string> = (value, property) => {
	const isCode = property.name === 'defaultCountry' && typeof value === 'string';
	const wanted = isCode ? value.trim().toUpperCase() : value;
	return listChoices(property).find((choice) => choice === wanted);
};

const parseFlag: Parse<boolean> = (value) => {
	const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (word === true || word === 'true') return true;
	return word === false || word === 'false' ? false : undefined;
};

const parseNumber: Parse<number> = (value, { typeOptions = {} }) => {
	const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = typeOptions;
	const number = typeof value === 'string' ? Number(value) : value;
	if (!isFiniteNumber(number) || number < minValue || number > maxValue) return undefined;
	return numberPrecision === 0 && !Number.isInteger(number) ? undefined : number;
};

const parseJson: Parse<object | string> = (value) =>
	typeof value === 'string' || (isObject(value) && writeText(value) === undefined)
		? value
		: undefined;

function listChoices({ options = [] }: INodeProperties): string[] {
	return options.flatMap((option) => ('value' in option ? [String(option.value)] : []));
}

function nameChoices(property: INodeProperties): string {
	const choices = listChoices(property);
	return choices.length === 0 || choices.length > 12 ? '' : `: ${choices.join(', ')}`;
}

function nameGivenType(value: unknown): string {
	if (value === undefined || value === null) return String(value);
	if (Array.isArray(value)) return 'a list';
	if (isBlank(value)) return 'empty text';
	return `a value of the type ${Number.isNaN(value) ? 'NaN' : typeof value}`;
}
