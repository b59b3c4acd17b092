import { runBuiltSuite } from './run-n8n-suite.mts';
import { build } from './run-script.mts';

/** The oldest n8n that is supported, and the first that stores a delivery before it answers. */
const smokeVersions = ['1.123.81', '2.8.4'];

/** What every n8n must do: in the version that `--n8n` names, or else in those of the smoke test. */
export async function runVersions(argv: string[]): Promise<number> {
	let code = await build(argv);
	if (code !== 0) return code;
	const { HOST_N8N_VERSION: chosen } = process.env;
	for (const version of chosen === undefined ? smokeVersions : [chosen]) {
		process.env.HOST_N8N_VERSION = version;
		code = (await runBuiltSuite('versions', argv, `versions ${version}`)) || code;
	}
	return code;
}
