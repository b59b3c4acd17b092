import { testOutcomes } from '../../../nodes/VoiceAgent/resources/webhook/test-outcome.ts';
import { readPages } from './read-docs.mts';

const page = readPages().find(({ file }) => file === 'docs/troubleshooting.md')?.text ?? '';
const [, section = ''] = page.split('\n## Send a test event\n');

test('Troubleshooting explains every outcome of Send Test Event, and no other', () => {
	const explained = [...section.matchAll(/^\| `([a-z0-9-]+)`/gm)].map((match) => match[1]);
	expect(explained).toEqual(Object.keys(testOutcomes));
});
