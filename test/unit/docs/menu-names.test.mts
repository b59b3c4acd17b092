import { VoiceAgentOAuth2Api } from '../../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { VoiceAgentTokenApi } from '../../../credentials/VoiceAgentTokenApi.credentials.ts';
import { VoiceAgent } from '../../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import listed from '../../fixtures/menu-names.json' with { type: 'json' };
import { readPages } from '../../support/read-docs.mts';

const sources = [
	new VoiceAgent().description,
	new VoiceAgentTrigger().description,
	new VoiceAgentOAuth2Api(),
	new VoiceAgentTokenApi(),
];

/** Every name that the editor shows of the nodes and the credentials. */
function listNames(value: unknown, key = ''): string[] {
	if (typeof value === 'string') {
		return /^(?:displayName|name|action|outputNames)$/.test(key) ? [value] : [];
	}
	if (Array.isArray(value)) return value.flatMap((entry) => listNames(entry, key));
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, part]) => listNames(part, name));
}

const ours = new Set(sources.flatMap((source) => listNames(source)));

/** What users read in bold; a path through menus is several names. */
const bold = readPages()
	.filter(({ file }) => file === 'README.md' || /^docs\/(?:nodes\/)?[\w-]+\.md$/.test(file))
	.flatMap(({ text }) => [
		...text
			.replace(
				/<!-- What follows is generated[^]*?<!-- End of what is generated -->|^```[^]*?^```/gm,
				'',
			)
			.matchAll(/\*\*([^*\n]+)\*\*/g),
	])
	.flatMap(([, words = '']) => words.split(/ → |: /))
	.map((words) => words.trim())
	// Code, and sentences.
	.filter((words) => !/^`|[.?:,]$/.test(words));

test('each bold name is one of the editor, or is listed with whose it is', () => {
	const others = [...new Set(bold)].filter((name) => !ours.has(name));
	expect(others.toSorted()).toEqual(Object.values(listed).flat().toSorted());
});
