import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { VoiceAgentOAuth2Api } from '../../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { VoiceAgentTokenApi } from '../../../credentials/VoiceAgentTokenApi.credentials.ts';
import { errorCatalog } from '../../../nodes/shared/error-catalog.ts';
import { VoiceAgent } from '../../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { projectFolder } from './read-docs.mts';
import { listSentences, listTexts } from './read-texts.mts';
import { findBannedTurns } from './banned-turns.mts';
import { vocabulary } from './vocabulary.mts';

const read = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');

const findOldWords = (text: string) => findBannedTurns(text, vocabulary);

test.each(vocabulary)('"$turn" is found, and the word for it is not', ({ turn, bad, good }) => {
	expect(findOldWords(bad).map((found) => found.turn)).toContain(turn);
	expect(findOldWords(good)).toEqual([]);
});

/** Keys whose values n8n's editor shows. */
const SHOWN = new Set([
	...['displayName', 'description', 'placeholder', 'hint', 'action', 'message', 'header'],
	...['inactive', 'active', 'activationHint', 'activationMessage', 'eventTriggerDescription'],
]);

/** Every text that the editor shows of a node or a credential, with the names of options. */
function listEditorTexts(value: unknown, key = ''): string[] {
	if (typeof value === 'string') return SHOWN.has(key) ? [value] : [];
	if (typeof value !== 'object' || value === null) return [];
	const { name, value: optionValue } = Object(value);
	const optionName = typeof name === 'string' && optionValue !== undefined ? [name] : [];
	return [
		...optionName,
		...Object.entries(value).flatMap(([childKey, child]) => listEditorTexts(child, childKey)),
	];
}

test.each<[string, object, number]>([
	['trigger', new VoiceAgentTrigger().description, 100],
	['action node', new VoiceAgent().description, 100],
	['OAuth2 credential', new VoiceAgentOAuth2Api(), 30],
	['access token credential', new VoiceAgentTokenApi(), 10],
])('the editor uses the field’s words: %s', (_, description, least) => {
	const texts = listEditorTexts(description);
	expect(texts.length).toBeGreaterThan(least);
	expect(texts.flatMap((text) => findOldWords(text))).toEqual([]);
});

test.each(Object.entries(errorCatalog))('the message of %s uses the field’s words', (_, entry) => {
	expect(findOldWords(`${entry.message}\n${entry.advice}`)).toEqual([]);
});

test('so do the other texts of the sources', () => {
	const files = globSync('{core,nodes,credentials}/**/*.ts', { cwd: projectFolder });
	const sentences = files.flatMap((file) =>
		listSentences(read(file)).map((text) => ({ file, text })),
	);
	expect(sentences.length).toBeGreaterThan(300);
	expect(
		sentences.flatMap(({ file, text }) => findOldWords(text).map((found) => ({ file, ...found }))),
	).toEqual([]);
});

test('so does the README', () => {
	expect(findOldWords(read('README.md'))).toEqual([]);
});

test.each(globSync('examples/*.json', { cwd: projectFolder }))('so do the notes of %s', (file) => {
	const { nodes, name }: { nodes: unknown; name: string } = JSON.parse(read(file));
	expect([name, ...listTexts(nodes)].flatMap((text) => findOldWords(text))).toEqual([]);
});
