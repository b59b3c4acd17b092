import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from './pack.mts';

const run = promisify(execFile);

/** The bundles of core that a process has loaded after each of these steps, once both nodes are there. */
async function listLoaded(steps: string[]): Promise<string[][]> {
	const script = `
		const { parseDelivery, VoiceAgent, VoiceAgentTrigger } = require(${JSON.stringify(projectFolder)});
		new VoiceAgent();
		new VoiceAgentTrigger();
		const folder = ${JSON.stringify(path.join(projectFolder, 'dist/core/'))};
		const { isInsecureUrl } = require(folder);
		const readNumber = (from_number) =>
			parseDelivery({ event: 'ConversationComplete', data: { from_number } }).conversation.customer_number_national;
		const listLoaded = () => Object.keys(require.cache)
			.filter((file) => file.startsWith(folder))
			.map((file) => file.slice(folder.length));
		console.log(JSON.stringify([${steps.map((step) => `[${step}, ...listLoaded()]`).join()}]));
	`;
	const { stdout } = await run(process.execPath, ['-e', script], { cwd: projectFolder });
	return JSON.parse(stdout);
}

test('a library that takes long to load is loaded with the first value that needs it', async () => {
	const steps = ['null', '"anonymous"', '"030 12345678"', '"+493012345678"'];
	const calls = [
		...steps.map((number) => `readNumber(${number})`),
		'isInsecureUrl("http://10.0.0.1")',
	];
	const withPhone = ['index.js', 'phone/read-phone-number.js'];
	expect(await listLoaded(calls)).toEqual([
		[null, 'index.js'],
		[null, 'index.js'],
		[null, 'index.js'],
		['030 12345678', ...withPhone],
		[false, ...withPhone, 'net/private-host.js'],
	]);
}, 60_000);
