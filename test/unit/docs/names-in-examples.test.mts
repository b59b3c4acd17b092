import * as z from 'zod/v4';
import {
	describeEndingName,
	findEndingNames,
	isAddress,
	readExampleTexts,
	readNames,
} from '../../../scripts/check-names.mts';

const texts = readExampleTexts();
const { names: listed, readOn } = readNames();
const model = z.object({ value: z.string() });
const step = z.looseObject({
	type: z.string(),
	parameters: z.looseObject({ model: model.optional(), url: z.string().optional() }),
});
const workflow = z.object({ nodes: z.array(step) });

test.each([
	['31 days before the end', '2026-11-10T00:00:00Z', 0],
	['30 days before the end', '2026-11-11T00:00:00Z', 1],
	['after the end', '2027-03-01T00:00:00Z', 1],
])('%s a name is told as often as it should', (_, now, count) => {
	const names = [
		{ name: 'model-1', endsOn: '2026-12-11', source: 'https://vendor.example.com/ends' },
		{ name: 'model-2', endsOn: '2026-12-11', source: 'https://vendor.example.com/ends' },
		{ name: 'model-3', endsOn: null, source: 'https://vendor.example.com/ends' },
	];
	const held = { one: '{"model":{"value":"model-1"}}', two: '{"value":"model-3","of":"model-2b"}' };
	const found = findEndingNames(names, held, Date.parse(now)).map(describeEndingName);
	const told =
		'model-1 ends on 2026-12-11 (in one). Name another one: https://vendor.example.com/ends';
	expect(found).toEqual(Array.from({ length: count }, () => told));
});

test('an address ends with the version that it begins with', () => {
	const name = 'https://api.vendor.example.com/v1/persons';
	const ending = { name, endsOn: '2026-08-01', source: 'https://vendor.example.com' };
	const held = { one: `{"url":"${name}/search"}` };
	expect(findEndingNames([ending], held, Date.parse('2026-11-27'))).toHaveLength(1);
});

test('each model and each address of a vendor in an example was looked up', () => {
	const known = listed.map(({ name }) => name);
	const used = Object.values(texts).flatMap((text) =>
		workflow
			.parse(JSON.parse(text))
			.nodes.flatMap(({ type, parameters }) => [
				...(type.includes('.lmChat') && parameters.model ? [parameters.model.value] : []),
				...(/^=?(https:\/\/(?!\w+\.example\.com).*)/.exec(parameters.url ?? '')?.slice(1) ?? []),
			]),
	);
	expect(used.length).toBeGreaterThan(5);
	expect(used.filter((name) => !known.some((one) => name.startsWith(one)))).toEqual([]);
});

test('no example names a model that is to end', () => {
	const ending = listed.filter((one) => one.endsOn !== null && !isAddress(one));
	expect(findEndingNames(ending, texts, Infinity)).toEqual([]);
});

test('no example calls what had ended, or was about to, when the names were looked up', () => {
	expect(readOn).toMatch(/^20\d\d-\d\d-\d\d$/);
	expect(findEndingNames(listed, texts, Date.parse(readOn))).toEqual([]);
});
