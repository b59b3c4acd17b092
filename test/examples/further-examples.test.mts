import * as z from 'zod/v4';
import { savedWorkflow } from '../../host/n8n/n8n-workflow-types.mts';
import { exampleNames, readExampleFile } from '../support/n8n/read-example.mts';
import { describeExamples } from './describe-examples.mts';
import { host } from './use-example.mts';

describeExamples(exampleNames.slice(12));

const answer = z.object({
	report: z.object({
		targetVersion: z.string(),
		workflowResults: z.array(z.object({ ruleId: z.string(), nbAffectedWorkflows: z.number() })),
	}),
});

// n8n's own report on what 3.0 removes, over every example. It knows rules, not nodes of ours.
test('n8n names nothing in the examples that its version 3.0 removes', async () => {
	const { session, client } = host;
	const ids: string[] = [];
	for (const name of exampleNames) {
		const saved = await session.rest('POST', '/workflows', readExampleFile(name));
		ids.push(savedWorkflow.parse(saved).id);
	}
	expect(ids.length).toBeGreaterThan(5);
	const path = '/breaking-changes/report/refresh?version=v3';
	const { report } = answer.parse(await session.rest('POST', path));
	expect(report).toEqual({ targetVersion: 'v3', workflowResults: [] });
	for (const id of ids) await client.deleteWorkflow(id);
});
