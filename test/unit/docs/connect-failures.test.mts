import observed from '../../keycloak/observed.json' with { type: 'json' };
import { readPages } from './read-docs.mts';

const troubleshooting =
	readPages().find(({ file }) => file === 'docs/troubleshooting.md')?.text ?? '';
const [, section = ''] = troubleshooting.split(/^## /m);
const quoted = [...section.matchAll(/"([^"]+)"/g)].map(([, words = '']) => words);

const shown = Object.entries(observed.Connecting).filter(([, read]) => /^On .* page: /.test(read));

test('failures of Connect were observed', () => {
	expect(shown.length).toBeGreaterThan(0);
});

test.each(shown)('Troubleshooting quotes what the window shows: %s', (_, read) => {
	expect(quoted.filter((words) => read.includes(words))).not.toEqual([]);
});
