import { listVersions } from '../host/n8n/n8n-versions.mts';
import { runBuiltSuite } from './run-n8n-suite.mts';
import { build } from './run-script.mts';

/** What every n8n must do: in the version that `--n8n` names, or else in the oldest. */
export async function runVersions(argv: string[]): Promise<number> {
	const code = await build(argv);
	if (code !== 0) return code;
	const version = (process.env.HOST_N8N_VERSION ??= listVersions()[0]);
	return await runBuiltSuite('versions', argv, `versions ${version}`);
}
