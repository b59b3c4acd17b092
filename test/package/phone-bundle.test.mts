import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from './pack.mts';

const run = promisify(execFile);

/** The files of the built package that a process has loaded after each of these numbers came. */
async function listLoaded(numbers: (string | null)[]): Promise<string[][]> {
	const script = `
		const { parseDelivery, VoiceAgent, VoiceAgentTrigger } = require(${JSON.stringify(projectFolder)});
		new VoiceAgent();
		new VoiceAgentTrigger();
		const loaded = () => Object.keys(require.cache).filter((file) => file.includes('dist/core/phone'));
		const numbers = ${JSON.stringify(numbers)};
		console.log(JSON.stringify(numbers.map((from_number) => {
			const { conversation } = parseDelivery({ event: 'ConversationComplete', data: { id: '1', from_number } });
			return [conversation.customer_number_national, ...loaded()];
		})));
	`;
	const { stdout } = await run(process.execPath, ['-e', script], { cwd: projectFolder });
	return JSON.parse(stdout);
}

test('what reads phone numbers is loaded with the first number that needs it', async () => {
	const bundle = path.join(projectFolder, 'dist/core/phone/index.js');
	expect(await listLoaded([null, 'anonymous', '030 12345678', '+493012345678'])).toEqual([
		[null],
		[null],
		[null],
		['030 12345678', bundle],
	]);
}, 60_000);
