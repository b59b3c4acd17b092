// Deliveries a second through a real n8n: our trigger beside n8n's Webhook node and beside a bare
// community trigger, alternating in one run, on both expression engines.
// Run: npm run bench:delivery (about 9 minutes; nothing else should be busy)
import { randomUUID } from 'node:crypto';

import { startSandbox } from '../sandbox/start-sandbox.mts';
import { measureEngine } from './delivery/measure-engine.mts';
import { writeDeliveryTable } from './delivery/write-delivery-table.mts';
import { writeSection } from './write-section.mts';

const quick = process.argv.includes('--quick');
const sandbox = await startSandbox({ lifetimes: { accessTokenSeconds: 7200 } });
try {
	const record = sandbox.createRecord({ shape: 'A', turns: 74, withTestRun: false });
	const nextBody = () =>
		JSON.stringify({ event: 'ConversationComplete', data: { ...record, id: randomUUID() } });
	const token = await sandbox.identity.signJwt({
		sub: sandbox.user.id,
		aud: sandbox.identity.audience,
		exp: Math.floor(Date.now() / 1000) + 7200,
	});
	console.log(`one conversation: ${(Buffer.byteLength(nextBody()) / 1000).toFixed(1)} kB`);
	const settings = {
		rounds: quick ? 1 : 3,
		durationMs: quick ? 1_000 : 2_500,
		connections: quick ? [8] : [1, 8, 32],
		nextBody,
		authorization: `Bearer ${token}`,
	};
	const cells = [
		...(await measureEngine('default', sandbox, settings)),
		...(await measureEngine('legacy', sandbox, settings)),
	];
	const table = writeDeliveryTable(cells);
	console.log(table);
	if (!quick) await writeSection('deliveries', 'npm run bench:delivery', table);
} finally {
	await sandbox.close();
}
