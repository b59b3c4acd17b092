import type { INodeProperties } from 'n8n-workflow';
import { describeCondition } from './describe-condition.mts';
import { listChoices, listMembers } from './list-members.mts';
import { writeTable } from './write-table.mts';

/** More choices than that are names of fields, which have their own page. */
const MAX_CHOICES = 12;

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
	const lead = [collection.description ?? '', ...describeCondition(collection, all)];
	const sentences = lead.filter((part) => part !== '').map(endSentence);
	return sentences.length === 0 ? '' : `: ${sentences.join(' ')}`;
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
	const isNamedLike = (one: INodeProperties) => (other: INodeProperties) =>
		other.displayName === one.displayName;
	return parameters.flatMap((parameter, index) => {
		if (parameters.findIndex(isNamedLike(parameter)) < index) return [];
		if (parameters.filter(isNamedLike(parameter)).length === 1) return [parameter];
		return [{ ...parameter, displayOptions: undefined, options: [] }];
	});
}

function writeRow(parameter: INodeProperties, all: readonly INodeProperties[]): string[] {
	const choices = listChoices(parameter);
	const explained =
		choices.length > MAX_CHOICES
			? []
			: choices.map(({ name, description }) => `${name}${description ? `: ${description}` : ''}`);
	const text = [parameter.description ?? parameter.hint ?? '', ...describeCondition(parameter, all)]
		.filter((part) => part !== '')
		.map(endSentence)
		.join(' ');
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

function endSentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}
