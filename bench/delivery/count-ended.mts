import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type Statistics = ReturnType<typeof openStatistics>;

/** By n8n's own statistics in its database, which hold executions that are not saved too. */
export function openStatistics(dataFolder: string) {
	const database = new DatabaseSync(join(dataFolder, '.n8n/database.sqlite'), { readOnly: true });
	const statement = database.prepare(
		'SELECT name, count FROM workflow_statistics WHERE workflowId = ?',
	);
	return {
		/** How many executions of a workflow have ended. */
		countEnded(workflowId: string) {
			const rows = statement.all(workflowId);
			const count = (name: string) => Number(rows.find((row) => row.name === name)?.count ?? 0);
			const successes = count('production_success');
			return { successes, all: successes + count('production_error') };
		},
		close: () => database.close(),
	};
}
