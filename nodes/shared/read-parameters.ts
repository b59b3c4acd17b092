import { ExpressionError, type INodeProperties } from 'n8n-workflow';
import { isFiniteNumber, isObject, readProperty } from '../../core/json';
import { type NodeContext, throwNodeError } from './errors';

/**
 * Facts of an item, which it may lack: an expression of the action node that gives undefined, null or
 * empty text means "not set" for these. For all others, which check, filter, mask, limit or register, it
 * is an error.
 */
const FACTS = new Set([
	// All of this collection: a conversation may lack a track, an id or an expiry.
	'urls',
	// Verify Token reports a missing token in its result.
	'token',
	// A table may not know them of every call.
	'options.customerNumber',
	'options.defaultCountry',
	'options.direction',
]);

/** Facts only in the tool of an AI agent: a model may leave out what it does not need. */
const FACTS_OF_AGENT = new Set([
	'fieldValue',
	'options.includeSystemTurns',
	'options.includeTimes',
	'options.includeToolCalls',
]);

/** Codes that people write in either letter case. */
const UPPER_CASE_CHOICES = new Set(['options.defaultCountry']);

/** Whether an AI agent runs the node as its tool. The item then holds what the model filled in. */
export function isTool(context: NodeContext): boolean {
	return context.getNode().type.endsWith('Tool');
}

/**
 * The one reader of parameters, by paths such as `options.timeLimit`. A parameter is not set if it is
 * empty, a single `=`, null or not added: then a method gives `undefined` or `otherwise`. What its type,
 * choices or bounds do not allow, and an expression that fails or gives nothing, throws
 * `parameter-invalid` with its name. No other parameter is evaluated on the way.
 *
 * @param declared the parameters of the node, or of one operation
 * @param itemIndex for the action node
 */
export function readParameters(
	context: NodeContext,
	declared: readonly INodeProperties[],
	itemIndex = 0,
) {
	const read = (path: string) => readParameter(context, declared, itemIndex, path);
	const readChoice = (path: string): string | undefined => {
		const { value, property, reject } = read(path);
		if (value === undefined) return undefined;
		const isUpperCase = UPPER_CASE_CHOICES.has(path) && typeof value === 'string';
		const wanted = isUpperCase ? value.trim().toUpperCase() : value;
		const choices = listChoices(property);
		return choices.find((choice) => choice === wanted) ?? reject(nameChoices(choices));
	};
	return {
		itemIndex,
		/** Whether it is there, or was added to its collection, whatever it holds. */
		has: (path: string): boolean => getStored(context, itemIndex, path) !== undefined,
		/** The paths of the entries of a fixed collection, in the order of the user. */
		rows(path: string): string[] {
			const stored = getStored(context, itemIndex, path);
			if (Array.isArray(stored)) return stored.map((_row, index) => `${path}.${index}`);
			return isObject(stored) ? [path] : [];
		},
		/** Text without spaces around it. A number, a Date and a DateTime become text. */
		text(path: string): string | undefined {
			const { value, reject } = read(path);
			return value === undefined ? undefined : (writeText(value) ?? reject('text'));
		},
		/** Texts separated by commas, or an array of texts and numbers. An expression must give at least one. */
		list(path: string): string[] | undefined {
			const { value, property, isExpression, reject } = read(path);
			if (value === undefined) return undefined;
			const entries: unknown[] = typeof value === 'string' ? value.split(',') : [value].flat();
			const areTexts = entries.every((entry) => typeof entry === 'string' || isFiniteNumber(entry));
			const texts = entries.map((entry) => String(entry).trim()).filter((text) => text !== '');
			if (areTexts && texts.length === 0 && !isExpression) return undefined;
			if (!areTexts || texts.length === 0) return reject('a list of texts');
			const choices = listChoices(property);
			const isAllowed = choices.length === 0 || texts.every((text) => choices.includes(text));
			return isAllowed ? texts : reject(nameChoices(choices));
		},
		/** One of the declared choices. */
		anyChoice: readChoice,
		/** One of these choices; `otherwise` also for a declared one that is not among them. */
		choice<const Choice extends string, Otherwise extends string | undefined>(
			path: string,
			choices: readonly Choice[],
			otherwise: Otherwise,
		): Choice | Otherwise {
			const chosen = readChoice(path);
			return choices.find((choice) => choice === chosen) ?? otherwise;
		},
		/** True or false, also as text in any letter case. */
		flag(path: string, otherwise: boolean): boolean {
			const { value, reject } = read(path);
			if (value === undefined) return otherwise;
			const isText = typeof value === 'string' || typeof value === 'boolean';
			const word = isText ? String(value).trim().toLowerCase() : '';
			return word === 'true' || word === 'false' ? word === 'true' : reject('true or false');
		},
		/** A number within the declared bounds, also as text. */
		number(path: string, otherwise: number): number {
			const { value, property, reject } = read(path);
			if (value === undefined) return otherwise;
			const { minValue = -Infinity, maxValue = Infinity } = property.typeOptions ?? {};
			const isWhole = property.typeOptions?.numberPrecision === 0;
			const number = typeof value === 'string' ? Number(value) : value;
			const isInBounds = isFiniteNumber(number) && number >= minValue && number <= maxValue;
			if (isInBounds && (!isWhole || Number.isInteger(number))) return number;
			const end = maxValue === Infinity ? '' : ` and not above ${maxValue}`;
			return reject(`a ${isWhole ? 'whole number' : 'number'} not below ${minValue}${end}`);
		},
		/** An object, or JSON text, which is not parsed. */
		json(path: string): object | string | undefined {
			const { value, reject } = read(path);
			if (value === undefined || typeof value === 'string') return value;
			return isObject(value) && writeText(value) === undefined
				? value
				: reject('an object or JSON text');
		},
	};
}

export type Parameters = ReturnType<typeof readParameters>;

/** A value that is set, as n8n hands it over, and what throws if it is none that was expected. */
function readParameter(
	context: NodeContext,
	declared: readonly INodeProperties[],
	itemIndex: number,
	path: string,
) {
	const { property, title: parameter } = findDeclared(context, declared, path);
	const stored = getStored(context, itemIndex, path);
	const isExpression = typeof stored === 'string' && stored.startsWith('=');
	const isSet = !isBlank(stored);
	const fail = (reason: string): never =>
		throwNodeError(context, 'parameter-invalid', { parameter, detail: `Reason: ${reason}` });
	let value: unknown = isSet ? stored : undefined;
	if (isSet && (isExpression || typeof stored === 'object')) {
		try {
			value = getParameter(context, itemIndex, path);
		} catch (error) {
			// The words of others, also of the class's own heirs, may hold a value.
			const isOfN8n = error instanceof ExpressionError && error.name === 'ExpressionError';
			fail(`its expression failed${isOfN8n ? `: ${error.message}` : ''}`);
		}
	}
	const reject = (expected: string): never =>
		fail(`${isExpression ? 'its expression gave' : 'it is'} ${nameType(value)}, not ${expected}`);
	if (isSet && isBlank(value)) {
		if (!isFact(context, path)) reject('a value');
		value = undefined;
	}
	return { value, property, isExpression, reject };
}

/** The declaration of a parameter, and the names under which the editor shows it. */
function findDeclared(context: NodeContext, declared: readonly INodeProperties[], path: string) {
	const titles: string[] = [];
	let property: INodeProperties | undefined;
	let fields: NonNullable<INodeProperties['options']> = [...declared];
	for (const name of path.split('.').filter((part) => !/^\d+$/.test(part))) {
		// What only the tool of an AI agent asks for comes last under its name.
		const found = fields.findLast((field) => {
			const shown = 'displayOptions' in field && field.displayOptions?.show?.['@tool'];
			return field.name === name && (!shown || isTool(context));
		});
		property = undefined;
		fields = [];
		if (found !== undefined && 'values' in found) fields = found.values;
		else if (found !== undefined && 'type' in found) {
			property = found;
			titles.push(found.displayName);
			fields = found.options ?? [];
		}
	}
	if (property === undefined) throw new Error(`No parameter ${path} is declared.`);
	return { property, title: titles.join(' → ') };
}

/** What was typed or chosen: an expression begins with `=`. Undefined for what was not added. */
function getStored(context: NodeContext, itemIndex: number, path: string): unknown {
	const [root = '', ...names] = path.split('.');
	const options = { rawExpressions: true };
	return names.reduce<unknown>(readProperty, getParameter(context, itemIndex, root, options));
}

function getParameter(
	context: NodeContext,
	itemIndex: number,
	path: string,
	options?: { rawExpressions: boolean },
): unknown {
	return 'getInputData' in context
		? context.getNodeParameter(path, itemIndex, null, options)
		: context.getNodeParameter(path, null, options);
}

function isFact(context: NodeContext, path: string): boolean {
	if (!('getInputData' in context)) return false;
	const [root = ''] = path.split('.');
	return FACTS.has(path) || FACTS.has(root) || (isTool(context) && FACTS_OF_AGENT.has(path));
}

function isBlank(value: unknown): boolean {
	const isBlankText = typeof value === 'string' && ['', '='].includes(value.trim());
	return value === undefined || value === null || isBlankText;
}

function writeText(value: unknown): string | undefined {
	if (isFiniteNumber(value)) return String(value);
	// A Date and a DateTime write themselves, or null if they are no date.
	const toJson = readProperty(value, 'toJSON');
	const text: unknown = typeof toJson === 'function' ? toJson.call(value) : value;
	return typeof text === 'string' ? text.trim() : undefined;
}

function listChoices({ options = [] }: INodeProperties): string[] {
	return options.flatMap((option) => ('value' in option ? [String(option.value)] : []));
}

const MAX_NAMED_CHOICES = 12;

function nameChoices(choices: string[]): string {
	return choices.length > MAX_NAMED_CHOICES ? 'one of its choices' : `one of ${choices.join(', ')}`;
}

/** The type of a value, and never the value. */
function nameType(value: unknown): string {
	if (value === undefined || value === null) return String(value);
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return writeText(value) === undefined ? 'an object' : 'a date';
	if (typeof value === 'number') return Number.isFinite(value) ? 'a number' : 'no finite number';
	if (typeof value === 'boolean') return 'true or false';
	return isBlank(value) ? 'empty text' : 'text';
}
