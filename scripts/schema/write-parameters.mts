import type {
	INodeProperties,
	INodePropertyOptions,
	INodeTypeDescription,
	NodeParameterValue,
} from 'n8n-workflow';
import { conversationSchema } from '../../core/conversation/conversation.ts';
import { listFields } from '../../core/conversation/declare-field.ts';
import { resultOnlyField } from '../../nodes/VoiceAgent/result.ts';
import { writeTable } from '../write-table.mts';
import { operationOutputs } from './operation-outputs.mts';

/** More choices than that are names of fields, which have their own page. */
const MAX_CHOICES = 12;

/** These say to which operation a parameter belongs: the page's headings do so. */
const OF_THE_HEADING = ['resource', 'operation'];

/** The generated part of `docs/nodes/voice-agent.md`: every operation with its parameters. */
export function writeActionReference({ properties }: INodeTypeDescription): string {
	const resources = properties.filter(({ name }) => name === 'resource').flatMap(listChoices);
	return resources
		.flatMap(({ name, value: resource }) => {
			const ofResource = properties.filter((it) => isShownFor(it, 'resource', resource));
			const lists = ofResource.filter((it) => it.name === 'operation');
			return [
				`## ${name}`,
				...lists.flatMap(listChoices).flatMap(({ name: title, value, description = '' }) => {
					const own = ofResource.filter((it) => isShownFor(it, 'operation', value));
					return [
						`### ${name}: ${title}`,
						endSentence(description),
						...(own.length > 0 ? [writeParameters(own)] : []),
						writeOutput(String(resource), String(value), addsToItem(own)),
					];
				}),
			];
		})
		.join('\n\n');
}

function isShownFor(parameter: INodeProperties, name: string, value: unknown): boolean {
	const shown: unknown = parameter.displayOptions?.show?.[name];
	return Array.isArray(shown) && shown.includes(value);
}

/** Whether the result joins the item: then an option emits the result alone. */
const addsToItem = (parameters: INodeProperties[]): boolean =>
	parameters
		.flatMap(({ options = [] }) => options)
		.some(({ name }) => name === resultOnlyField.name);

function writeOutput(resource: string, operation: string, joinsItem: boolean): string {
	const output = operationOutputs[resource]?.[operation];
	if (output === undefined) throw new Error(`No output is described for ${resource}/${operation}`);
	if (output === conversationSchema) {
		return 'Output: a conversation; see [its fields](../outputs.md#every-field).';
	}
	const names = listFields(output).map((field) => `\`${field.name}\``);
	if (joinsItem) return `Output: the item with ${names.join(', ')}.`;
	return output.def.catchall === undefined
		? `Output: ${names.join(', ')}.`
		: `Output: the server's response. Before the first run the editor offers ${names.join(', ')}.`;
}

/**
 * What the user can set: a table, the notices below it, and a table for each collection. Parameters
 * that the editor never shows are left out.
 */
export function writeParameters(parameters: readonly INodeProperties[]): string {
	const shown = parameters.filter(({ type }) => type !== 'hidden');
	const notices = shown.filter(({ type }) => type === 'notice');
	const settings = shown.filter(({ type }) => type !== 'notice');
	const collections = settings.filter(({ type }) => type === 'collection');
	const single = settings.filter(({ type }) => type !== 'collection');
	return [
		...(single.length > 0 ? [writeRows('default', single, parameters)] : []),
		...notices.map((notice) =>
			['>', notice.displayName, ...describeCondition(notice, parameters)].join(' '),
		),
		...collections.flatMap((collection) => [
			`**${collection.displayName}**${writeLead(collection, parameters)}`,
			writeRows('when added', listMembers(collection), parameters),
		]),
	].join('\n\n');
}

function writeLead(collection: INodeProperties, all: readonly INodeProperties[]): string {
	const lead = describeUse(collection.description, collection, all);
	return lead === '' ? '' : `: ${lead}`;
}

function writeRows(
	defaultHead: string,
	parameters: readonly INodeProperties[],
	all: readonly INodeProperties[],
): string {
	const rows = parameters.flatMap((parameter) => [
		writeRow(parameter, all),
		...(parameter.type === 'fixedCollection'
			? mergeVariants(listMembers(parameter)).map((member) => {
					const displayName = `${parameter.displayName}: ${member.displayName}`;
					return writeRow({ ...member, displayName }, all);
				})
			: []),
	]);
	return writeTable(['parameter', defaultHead, 'what it does'], rows);
}

/** Parameters of one name, of which the editor shows the one that fits, are one to the user. */
function mergeVariants(parameters: readonly INodeProperties[]): INodeProperties[] {
	return [...new Set(parameters.map(({ displayName }) => displayName))].flatMap((name) => {
		const [first, ...others] = parameters.filter(({ displayName }) => displayName === name);
		if (first === undefined || others.length === 0) return first ?? [];
		return { ...first, displayOptions: undefined, options: [] };
	});
}

function writeRow(parameter: INodeProperties, all: readonly INodeProperties[]): string[] {
	const choices = listChoices(parameter);
	const explained =
		choices.length > MAX_CHOICES
			? []
			: choices.map(({ name, description }) => `${name}${description ? `: ${description}` : ''}`);
	const text = describeUse(parameter.description ?? parameter.hint, parameter, all);
	return [
		`**${parameter.displayName}**`,
		describeDefault(parameter),
		[text, ...explained.map((choice) => `• ${choice}`)].filter(Boolean).join('<br>'),
	];
}

function describeDefault(parameter: INodeProperties): string {
	const { default: value, required, type } = parameter;
	if (type === 'fixedCollection') return '';
	if (type === 'boolean') return value === true ? 'on' : 'off';
	const names = [value].flat().map((single) => {
		const choice = listChoices(parameter).find((option) => option.value === single);
		return choice?.name ?? (single === '' ? '' : `\`${String(single)}\``);
	});
	const text = names.filter((name) => name !== '').join(', ');
	return text === '' && required === true ? 'required' : text;
}

function describeUse(
	text: string | undefined,
	parameter: INodeProperties,
	all: readonly INodeProperties[],
): string {
	return [text ?? '', ...describeCondition(parameter, all)]
		.filter((part) => part !== '')
		.map(endSentence)
		.join(' ');
}

function endSentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** When the editor shows a parameter, as sentences; none if it always does. */
function describeCondition(
	{ displayOptions }: INodeProperties,
	all: readonly INodeProperties[],
): string[] {
	const shown = describeRules(displayOptions?.show, all);
	const hidden = describeRules(displayOptions?.hide, all);
	return [
		...(shown.length > 0 ? [`Only with ${shown.join(' and ')}.`] : []),
		...(hidden.length > 0 ? [`Not with ${hidden.join(' or ')}.`] : []),
	];
}

function describeRules(
	rules: Record<string, unknown> | undefined,
	all: readonly INodeProperties[],
): string[] {
	return Object.entries(rules ?? {}).flatMap(([rule, values]) => {
		const name = rule.replace(/^\/(?:options\.)?/, '');
		if (OF_THE_HEADING.includes(name) || !Array.isArray(values)) return [];
		if (name === '@tool') return ['an AI agent that uses the node as a tool'];
		const parameter = findParameter(name, all);
		if (parameter === undefined) throw new Error(`A condition names ${name}, which is not there`);
		const named = values.map((value) => nameValue(parameter, value));
		return [`${parameter.displayName}: ${named.join(' or ')}`];
	});
}

function findParameter(name: string, all: readonly INodeProperties[]): INodeProperties | undefined {
	return [...all, ...all.flatMap(listMembers)].find((parameter) => parameter.name === name);
}

function nameValue(parameter: INodeProperties, value: NodeParameterValue): string {
	const choice = listChoices(parameter).find((option) => option.value === value);
	if (choice !== undefined) return choice.name;
	return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}

/** What can be selected in a list; none for any other parameter. */
function listChoices(parameter: INodeProperties): INodePropertyOptions[] {
	return (parameter.options ?? []).filter(
		(option): option is INodePropertyOptions => 'value' in option,
	);
}

/** The parameters inside a collection. */
export function listMembers(parameter: INodeProperties): INodeProperties[] {
	return (parameter.options ?? []).flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});
}
