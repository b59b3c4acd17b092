import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface ExecutionCounts {
	/** Executions of the workflow by status, as n8n's own database has them. */
	byStatus: Record<string, number>;
	running: number;
}

const endedStatuses = ['success', 'error', 'crashed', 'canceled'];

/** Counts in n8n's database: its API gives executions page by page, with their data. */
export function countExecutions(dataFolder: string, workflowId: string): ExecutionCounts {
	const database = new DatabaseSync(join(dataFolder, '.n8n/database.sqlite'), { readOnly: true });
	try {
		const rows = database
			.prepare(
				'SELECT status, count(*) AS number FROM execution_entity WHERE workflowId = ? GROUP BY status',
			)
			.all(workflowId);
		const byStatus = Object.fromEntries(
			rows.map(({ status, number }) => [String(status), Number(number)]),
		);
		const running = Object.entries(byStatus)
			.filter(([status]) => !endedStatuses.includes(status))
			.reduce((sum, [, number]) => sum + number, 0);
		return { byStatus, running };
	} finally {
		database.close();
	}
}
