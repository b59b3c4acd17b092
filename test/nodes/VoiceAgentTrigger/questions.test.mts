import { type DialogueName, dialogueNames } from '../../../sandbox/dialogues/dialogues.mts';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { deliver, nextId, writeEvent } from '../../support/in-process/deliver.mts';
import { readPages } from '../../support/read-docs.mts';
import { useLog } from '../../support/in-process/use-log.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';

const sandbox = useSandbox({ seed: 7 });
useLog();

const readPage = (file: string) => readPages().find((page) => page.file === file)?.text ?? '';

describe('Which calls?', () => {
	const rows = [...readPage('docs/which-calls.md').matchAll(/^\| (.+?) +\|.+?\| (.+?) +\|.*\|$/gm)];
	const advice = new Map(rows.map(([, calls = '', set = '']) => [calls, set]));
	const { properties } = new VoiceAgentTrigger().description;

	/** The value that the editor stores for a name that it shows. */
	function findValue(shown: string, options: unknown = properties): string | undefined {
		if (typeof options !== 'object' || options === null) return undefined;
		if (Object(options).name === shown && 'value' in options) return String(options.value);
		for (const part of Object.values(options)) {
			const found = findValue(shown, part);
			if (found !== undefined) return found;
		}
		return undefined;
	}

	function readParameters(advised: string) {
		const [word = '', field, is] = [...advised.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
		const [, name = ''] = /\*\*([^*]+)\*\*/.exec(advised) ?? [];
		if (advised.startsWith('rule ')) {
			const when = findValue(name);
			return { outcomeRules: { rule: [{ when, value: word, field, is, outcome: 'found' }] } };
		}
		const value = findValue(word);
		const filter = name === 'Outcomes' ? { outcomes: { outcome: { names: [value] } } } : undefined;
		return { filters: filter ?? { agentTests: value } };
	}

	const isFound = async (dialogue: DialogueName, advised: string) => {
		const parameters = readParameters(advised);
		const record = sandbox.createRecord({ dialogue });
		const { items } = await deliver({ parameters }, writeEvent({ ...record, id: nextId() }));
		return items.some(({ outcome }) => !advised.startsWith('rule ') || outcome === 'found');
	};

	test.each<[string, DialogueName]>([
		['missed', 'missed-call'],
		['voicemail', 'voicemail'],
		['booked', 'campaign-call'],
		['angry', 'complaint'],
		['transferred', 'complaint'],
		['failed', 'failed-call'],
		['agent tests, or none', 'agent-test'],
	])(
		'what the page advises for %s finds %s of the sandbox, and no other',
		async (calls, wanted) => {
			const advised = advice.get(calls) ?? '';
			const found: string[] = [];
			for (const dialogue of dialogueNames) {
				if (await isFound(dialogue, advised)) found.push(dialogue);
			}
			expect(found).toEqual([wanted]);
		},
	);
});

describe('null: why?', () => {
	type Options = Record<string, string>;
	const campaign_id = '0b6f6c1e-5a0e-4c43-9d0f-4f1d8f1f4c11';
	const from = { from_number: '+14155550142' };
	const both = { ...from, to_number: '+14155550199' };
	const silent = { history: [{ role: 'Assistant', content: 'Hello?' }] };

	const ours = { ownNumbers: '+14155550142, +14155550199' };
	const fewer = { ownNumbers: '+14155550199' };
	const byTo = { customerNumber: 'to' };
	const national = { from_number: '030 12345678' };

	test.each<[string, string, object, Options?, Options?]>([
		['customer_number', '`anonymous`', { from_number: 'anonymous' }],
		['customer_number', '`Front Desk`', { from_number: 'Front Desk' }],
		['customer_number', '`+1415555XXXX`', { from_number: '+1415555XXXX' }],
		['customer_number', 'of a campaign', { ...from, campaign_id }, {}, { customerNumber: 'from' }],
		['customer_number', '**Own Numbers** has both', both, ours, fewer],
		['customer_number', 'no `to_number` came', from, byTo, { customerNumber: 'byDirection' }],
		['customer_number_national', 'no calling code', national, {}, { defaultCountry: 'DE' }],
		['direction', 'no campaign', from, {}, { direction: 'inbound' }],
		['outcome', 'no history, no error', { status: 'Voicemail' }],
		['outcome_reason', 'without a rule of yours', silent],
		['audio_url', 'the recording was not ready', silent],
		['started_at', 'up to the first moment of 1970', { started_at: '0001-01-01T00:00:00Z' }],
		['session_token', 'only **Raw** has it', { session_token: 'secret' }],
		['from_number', '**Personal Data** left it out', from, { personalData: 'leaveOut' }, {}],
	])('%s: %s', async (field, reason, record, options = {}, mended) => {
		const read = async (set: Options) => {
			const event = writeEvent({ id: nextId(), ...record });
			const { items } = await deliver({ parameters: { options: set } }, event);
			return items[0] ?? {};
		};
		const item = await read(options);
		expect([item[field], item.parse_issues]).toEqual([null, []]);
		if (mended !== undefined) expect((await read(mended))[field]).not.toBeNull();
		expect(readPage('docs/null.md').replace(/\s+/g, ' ')).toContain(reason);
	});
});
