// Deliveries a second through a real n8n: our trigger beside n8n's Webhook node and beside a bare
// community trigger, alternating in one run, on both expression engines.
// Run: npm run bench -- delivery (about 25 minutes; nothing else should be busy)
import { randomUUID } from 'node:crypto';

import { parseDelivery } from '../core/delivery/decide-delivery.ts';
import { startSandbox } from '../sandbox/start-sandbox.mts';
import { measureEngine, type Group } from './delivery/measure-engine.mts';
import type { Subject } from './delivery/subjects.mts';
import { writeDeliveryTable, writePartsTable } from './delivery/write-delivery-table.mts';
import { writeSection } from './write-section.mts';

const quick = process.argv.includes('--quick');
const command = 'npm run bench -- delivery';

const subjects: Subject[] = ['webhook-node', 'bare-trigger', 'ours', 'ours-jwt'];
const groups: Group[] = (['default', 'legacy'] as const).flatMap((engine) =>
	[true, false].flatMap((saved) =>
		(quick ? [8] : [1, 8, 32]).map((connections) => ({ engine, saved, connections, subjects })),
	),
);
// Where n8n itself takes least, so what a trigger adds shows best.
const parts: Group = {
	engine: 'legacy',
	saved: true,
	connections: 8,
	subjects: [
		'bare-trigger',
		'bare-credential',
		'bare-item',
		'bare-item-credential',
		'ours-jwt',
		'ours-jwt-raw',
	],
};

const sandbox = await startSandbox({ lifetimes: { accessTokenSeconds: 7200 } });
try {
	const record = sandbox.createRecord({ shape: 'A', turns: 74, withTestRun: false });
	const read = parseDelivery({ event: 'ConversationComplete', data: record });
	if (!read.success) throw new Error(read.error.message);
	const nextBody = () =>
		JSON.stringify({ event: 'ConversationComplete', data: { ...record, id: randomUUID() } });
	const token = await sandbox.identity.signJwt({
		sub: sandbox.user.id,
		aud: sandbox.identity.audience,
		exp: Math.floor(Date.now() / 1000) + 7200,
	});
	const kilobytes = (text: string) => (Buffer.byteLength(text) / 1000).toFixed(1);
	const sizes = `One conversation: a body of ${kilobytes(nextBody())} kB, an item of ${kilobytes(JSON.stringify(read.conversation))} kB.`;
	console.log(sizes);
	const settings = {
		rounds: quick ? 2 : 8,
		durationMs: quick ? 1_000 : 1_500,
		nextBody,
		authorization: `Bearer ${token}`,
		item: read.conversation,
	};
	const measured = [
		...(await measureEngine('default', groups, sandbox, settings)),
		...(await measureEngine('legacy', groups, sandbox, settings)),
	];
	const partsSettings = quick ? settings : { ...settings, rounds: 30, durationMs: 1_000 };
	const [measuredParts] = await measureEngine('legacy', [parts], sandbox, partsSettings);
	if (measuredParts === undefined) throw new Error('The parts were not measured');
	const table = writeDeliveryTable(measured);
	const partsTable = `${sizes}\n\n${writePartsTable(measuredParts)}`;
	console.log(`${table}\n\n${partsTable}`);
	if (!quick) {
		writeSection('deliveries', command, table);
		writeSection('delivery-parts', command, partsTable);
	}
} finally {
	await sandbox.close();
}
