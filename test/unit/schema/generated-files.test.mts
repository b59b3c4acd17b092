import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import countries from '../../../nodes/shared/countries.json' with { type: 'json' };
import { resources } from '../../../nodes/VoiceAgent/operations.ts';
import { listGeneratedFiles, schemaFolder } from '../../../scripts/schema/generate.mts';
import { projectFolder } from '../../support/read-docs.mts';

const files = [...listGeneratedFiles()];
const read = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');
const isPreview = ([file]: [string, string]) => file.startsWith(schemaFolder);

// prettier gives JSON its form.
test.each(files)('%s is what npm run docs:generate writes', (file, text) => {
	const parse = file.endsWith('.json') ? JSON.parse : String;
	expect(parse(read(file))).toEqual(parse(text));
});

test('only operations that call a server are said to emit its response', () => {
	const page = read('docs/nodes/voice-agent.md');
	const sections = page.split(/^### /m).filter((text) => text.includes("the server's response"));
	const titles = sections.map((text) => text.split('\n', 1)[0]);
	expect(titles).toEqual(['Identity: Get User Info', 'User: Get Current']);
	expect(page).not.toMatch(/\w\.\.\s/);
});

test('every operation has a preview, and every preview an operation', () => {
	const expected = Object.entries(resources).flatMap(([resource, { operations }]) =>
		Object.keys(operations).map((name) => `v1.0.0/${resource}/${name}.json`),
	);
	const found = globSync('**/*.json', { cwd: path.join(projectFolder, schemaFolder) });
	expect(found.map((file) => file.replaceAll(path.sep, '/')).sort()).toEqual(expected.sort());
});

test('every preview is what n8n takes for one: an object with fields', () => {
	for (const [, text] of files.filter(isPreview)) {
		const schema = JSON.parse(text);
		expect(schema.type).toBe('object');
		expect(Object.keys(schema.properties)).not.toEqual([]);
	}
});

test('each country stands once, under its name and its calling code', () => {
	expect(countries.length).toBeGreaterThan(240);
	expect(new Set(countries.map(({ value }) => value)).size).toBe(countries.length);
	expect(
		countries.filter(
			({ name }) => !/^[^(]*\S \(\+\d{1,3}\)$/.test(name.replace(/ \([A-Z]\D*\)/, '')),
		),
	).toEqual([]);
	expect(countries).toContainEqual({ name: 'Germany (+49)', value: 'DE' });
	expect(countries).toContainEqual({ name: 'United States (+1)', value: 'US' });
});
