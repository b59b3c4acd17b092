import { readdirSync } from 'node:fs';
import * as z from 'zod/v4';
import { examplesFolder, importExample } from './import-example.mts';
import type { ExamplesHost } from './start-host.mts';

const answer = z.object({
	report: z.object({
		targetVersion: z.string(),
		workflowResults: z.array(z.object({ ruleId: z.string(), nbAffectedWorkflows: z.number() })),
	}),
});

/** n8n's own report on what 3.0 removes, over every example. It knows rules, not nodes of ours. */
export function checkMigrationReport(host: () => ExamplesHost): void {
	test('n8n names nothing in the examples that its version 3.0 removes', async () => {
		const names = readdirSync(examplesFolder)
			.filter((file) => file.endsWith('.json'))
			.map((file) => file.slice(0, -'.json'.length));
		const workflows = [];
		for (const name of names) workflows.push(await importExample(host(), name));
		expect(workflows.length).toBeGreaterThan(5);
		const path = '/breaking-changes/report/refresh?version=v3';
		const { report } = answer.parse(await host().session.rest('POST', path));
		expect(report).toEqual({ targetVersion: 'v3', workflowResults: [] });
		for (const { id } of workflows) await host().client.deleteWorkflow(id);
	});
}
