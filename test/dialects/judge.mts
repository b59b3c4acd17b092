import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { conversationSchema } from '../../core/conversation/conversation.ts';
import { fieldRegistry } from '../../core/conversation/declare-field.ts';
import type { Remedy, Right } from './rows.mts';
import type { Evening, Sight } from './scene.mts';
import { calls } from './take-calls.mts';

/** The right results of an evening, by step. */
function expectSteps(plain: Evening, { steps, call }: Right): Record<string, unknown> {
	const right = { ...plain.steps, ...steps };
	for (const dialogue of calls) {
		const executions: IDataObject[] = Object(plain.steps[dialogue]);
		if (call !== undefined) right[dialogue] = executions.flatMap((each) => call(each, dialogue));
	}
	return right;
}

/** The steps, and the fields of calls, that are not as they should be. */
export function findDifferences(plain: Evening, evening: Evening, right: Right = {}): string[] {
	const expected = expectSteps(plain, right);
	const differences = Object.entries(expected).flatMap(([step, value]) => {
		const found = evening.steps[step];
		if (isDeepStrictEqual(found, value)) return [];
		if (!calls.some((name) => name === step)) return [`${step}: ${String(found)}`];
		return describeCalls(step, Object(found), Object(value));
	});
	return [...new Set(differences)];
}

function describeCalls(step: string, found: IDataObject[], expected: IDataObject[]): string[] {
	if (found.length !== expected.length) {
		return [`${step}: ${found.length} executions, not ${expected.length}`];
	}
	const fields = Object.keys(expected[0] ?? {}).filter((name) =>
		expected.some((call, index) => !isDeepStrictEqual(found[index]?.[name], call[name])),
	);
	return fields.map((name) => `field ${name}`);
}

/** The descriptions of wrong fields, which tell a user what to set. */
export function seeFields(differences: readonly string[], items: readonly IDataObject[]): Sight[] {
	const names = differences.flatMap((each) => /^field (\w+)$/.exec(each)?.[1] ?? []);
	if (new Set(items.map(({ shape }) => shape)).size > 1) names.push('shape');
	return names.map((name) => {
		const schema = Object.entries(conversationSchema.shape).find(([each]) => each === name)?.[1];
		const { description = '' } = (schema && fieldRegistry.get(schema)) ?? {};
		return { where: 'field', text: `${name}. ${description}` };
	});
}

/** What was seen that an evening without a dialect does not show, in few words. */
export function summarize(plain: Evening, sights: readonly Sight[]): string {
	const known = new Set(plain.sights.map(shorten));
	return [...new Set(sights.map(shorten))].filter((text) => !known.has(text)).join('; ');
}

/** The code of a text, else its words without ids and addresses, which differ in each run. */
function shorten({ where, text }: Sight): string {
	const code = /^[\w-]+(?=[:.] )/.exec(text)?.[0] ?? /\(([a-z-]+)\)\./.exec(text)?.[1];
	if (code !== undefined) return `${where}: ${code}`;
	const words = text
		.replace(/^Voice Agent: workflow .*?, node ".*?": /, '')
		.replace(/^registered webhook "[^"]*"/, 'registered webhook …')
		.replaceAll(/"?[0-9a-f]{8}-[0-9a-f-]{27}"?/gi, '…')
		.replaceAll(/https?:\S+/g, '…');
	return `${where}: ${words.slice(0, 80)}`;
}

/** Whether what was seen names a setting or a page. */
export const isNamed = ({ name, named }: Remedy, sights: readonly Sight[]): boolean =>
	sights.some(({ text }) => (named === undefined ? text.includes(name) : named.test(text)));
