import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { runWithHints } from './conversation-driver.mts';
import { createItem } from '../../support/in-process/recording-driver.mts';
import { connectCredential } from '../../support/in-process/sandbox-credential.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';

// What is no error, and yet should not be overlooked, is said beside the output, once for all items.
const sandbox = useSandbox();

async function listHints(
	parameters: INodeParameters,
	items: INodeExecutionData[] = [{ json: {} }],
) {
	const credential = await connectCredential(sandbox);
	const { hints } = await runWithHints(items, parameters, { credential });
	return hints.map(({ message, location }) => `${location}: ${message}`);
}

test('Parse says that values have an unexpected type, and that a history was left out', async () => {
	const parse = { resource: 'conversation', operation: 'parse', output: 'flat' };
	const good = { json: { id: 'c-1', agent_id: 'a-1', duration_seconds: 5 } };
	const odd = { json: { ...good.json, duration_seconds: ['five'] } };
	expect(await listHints(parse, [good])).toEqual([]);
	const withoutHistory = { json: { ...good.json, parse_issues: [] } };
	expect(await listHints(parse, [odd, good, odd, withoutHistory])).toEqual([
		expect.stringMatching(/^outputPane: .*unexpected type.*parse_issues/),
		expect.stringMatching(/^outputPane: .*no history.*Fields/),
	]);
});

test('Download says that recordings are missing', async () => {
	const download = { resource: 'recording', operation: 'download' };
	const tracks = ['conversation', 'agent'];
	const without = createItem(sandbox);
	Object.assign(Object(without.json.data), { agent_audio_url: null });
	expect(await listHints({ ...download, tracks }, [createItem(sandbox)])).toEqual([]);
	expect(await listHints({ ...download, tracks }, [without, without])).toEqual([
		expect.stringMatching(/^outputPane: .*not downloaded.*recordings\.tracks/),
	]);
});

test('Verify Token says that a token is invalid, unless it fails', async () => {
	const verify = { resource: 'identity', operation: 'verifyToken' };
	expect(await listHints(verify)).toEqual([]);
	expect(await listHints({ ...verify, audience: 'another' })).toEqual([
		expect.stringMatching(/^outputPane: .*token is invalid/),
	]);
});
