// Writes every generated file: npm run docs:generate. prettier gives the previews their form.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { INodeProperties } from 'n8n-workflow';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { conversationSchema } from '../../core/conversation/conversation.ts';
import { KNOWN_ROLES, type SpeakerGroup } from '../../core/conversation/speakers.ts';
import { VoiceAgentOAuth2Api } from '../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { VoiceAgentTokenApi } from '../../credentials/VoiceAgentTokenApi.credentials.ts';
import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { createRecord } from '../../sandbox/conversations/create-record.mts';
import { testResults } from '../../nodes/VoiceAgent/resources/webhook/test-response.ts';
import { errorCatalog } from '../../nodes/shared/error-catalog.ts';
import { projectRoot } from '../project-paths.mjs';
import { fillPart } from '../marked-part.mts';
import { writeTable } from '../write-table.mts';
import { buildPreview, buildStandardSchema } from './build-json-schema.mts';
import { operationOutputs } from './operation-outputs.mts';
import { writeConversationFields, writeRecordLimits } from './write-fields.mts';
import { writeActionReference, writeParameters } from './write-parameters.mts';
import { writeTypes } from './write-types.mts';

/** Where n8n looks for the schema previews of version 1 of the action node. */
export const schemaFolder = 'nodes/VoiceAgent/__schema__';
const versionFolder = `${schemaFolder}/v1.0.0`;

const BEGIN = 'What follows is generated: npm run docs:generate';
const END = 'End of what is generated';

/** Every generated file by its path from the project's folder: data, then what is part of a page. */
export function listGeneratedFiles(): Map<string, string> {
	return new Map([
		...listPreviews(),
		// Short: it is part of the package.
		['conversation.schema.json', JSON.stringify(buildStandardSchema(conversationSchema))],
		['core/record/sample-record.json', JSON.stringify(createSampleRecord(), null, '\t')],
		['nodes/shared/countries.json', JSON.stringify(listCountries(), null, '\t')],
		...listPages(),
	]);
}

function listPreviews(): [string, string][] {
	return Object.entries(operationOutputs).flatMap(([resource, operations]) =>
		Object.entries(operations).map(([operation, schema]): [string, string] => {
			const preview = JSON.stringify(buildPreview(schema), null, '\t');
			return [`${versionFolder}/${resource}/${operation}.json`, preview];
		}),
	);
}

function listPages(): [string, string][] {
	const generated: Record<string, string> = {
		'index.d.ts': writeTypes(),
		'docs/outputs.md': writeConversationFields(),
		'docs/deliveries.md': writeRecordLimits(),
		'docs/outcome.md': writeRoles(),
		'docs/errors.md': writeTable(
			['code', 'message', 'solution'],
			Object.entries(errorCatalog).map(([code, [message, advice]]) => [
				`\`${code}\``,
				message,
				advice,
			]),
		),
		'docs/troubleshooting.md': writeTable(
			['result', 'what it means'],
			Object.entries(testResults).map(([code, explanation]) => [`\`${code}\``, explanation]),
		),
		'docs/nodes/voice-agent.md': writeActionReference(new VoiceAgent().description),
		'docs/nodes/voice-agent-trigger.md': writeParameters(
			new VoiceAgentTrigger().description.properties,
		),
		'docs/connect.md': [
			'### Voice Agent OAuth2 API',
			writeParameters(new VoiceAgentOAuth2Api().properties),
			'### Voice Agent One-Day Token API',
			writeOther(new VoiceAgentTokenApi().properties, new VoiceAgentOAuth2Api().properties),
		].join('\n\n'),
	};
	return Object.entries(generated).map(([page, text]): [string, string] => {
		const write = (mark: string) => (page.endsWith('.md') ? `<!-- ${mark} -->` : `// ${mark}`);
		const file = path.join(projectRoot, page);
		return [page, fillPart({ file, begin: write(BEGIN), end: write(END) }, text.trim())];
	});
}

const GROUP_NAMES: Record<SpeakerGroup, string> = {
	user: 'the other side',
	agent: 'the agent',
	tool: 'tools and functions',
	system: 'the system',
	other: 'unknown',
};

/** The roles that the node knows, a row for each speaker. */
function writeRoles(): string {
	const groups = [...new Set(KNOWN_ROLES.map(([group]) => group))];
	const rows = groups.map((group) => {
		const roles = KNOWN_ROLES.flatMap(([of, words]) => (of === group ? words.split(', ') : []));
		return [GROUP_NAMES[group], roles.map((role) => `\`${role}\``).join(', ')];
	});
	return writeTable(['role', 'words'], rows);
}

/** The fields that a credential has alone, then the names of those that the page has shown already. */
function writeOther(properties: INodeProperties[], shown: INodeProperties[]): string {
	const isShown = (field: INodeProperties) => shown.some((it) => isDeepStrictEqual(it, field));
	const names = properties
		.filter((field) => isShown(field) && field.type !== 'hidden')
		.map(({ displayName }) => `**${displayName}**`);
	const own = writeParameters(properties.filter((field) => !isShown(field)));
	return `${own}\n\nAs in the other credential: ${names.join(', ')}.`;
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** The countries whose numbers can be read, by name, with their calling codes. */
function listCountries(): { name: string; value: string }[] {
	return getCountries()
		.map((code) => ({ code, name: countryNames.of(code) ?? code }))
		.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
		.map(({ code, name }) => ({ name: `${name} (+${getCountryCallingCode(code)})`, value: code }));
}

const serviceUrl = 'https://voice-agent.example.com';
const endedAtMs = Date.parse('2026-11-20T09:30:00.000Z');
/** Far from the seeds that a sandbox counts up from: its conversations never have the sample's id. */
const seed = 20_261_120;

/** A record of shape A of the sandbox: a call of a campaign with tools and a recording. */
function createSampleRecord(): object {
	const { record } = createRecord(
		{
			seed,
			endedAtMs,
			options: {
				shape: 'A',
				dialogue: 'campaign-call',
				// No source holds what looks like a secret.
				overrides: {
					session_token: undefined,
					transcription_path: undefined,
					agent_audio_url: undefined,
					user_raw_audio_url: undefined,
					user_cleaned_audio_url: undefined,
				},
			},
		},
		{ baseUrl: serviceUrl, nowMs: endedAtMs },
	);
	// What is null need not be in it: the package has a limit of its size.
	return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

async function writeGeneratedFiles(): Promise<void> {
	// Not above: jest, which only reads the list, cannot load it.
	const prettier = await import('prettier');
	const ignorePath = path.join(projectRoot, '.prettierignore');
	const files = listGeneratedFiles();
	await rm(path.join(projectRoot, schemaFolder), { recursive: true, force: true });
	for (const [file, text] of files) {
		const target = path.join(projectRoot, file);
		const config = await prettier.resolveConfig(target);
		await mkdir(path.dirname(target), { recursive: true });
		const { ignored } = await prettier.getFileInfo(target, { ignorePath });
		const formatted = ignored ? text : prettier.format(text, { ...config, filepath: target });
		await writeFile(target, await formatted);
	}
	console.log(`${files.size} files written.`);
}

if (process.argv[1] === import.meta.filename) void writeGeneratedFiles();
