// Deliveries through a real n8n: executions that ended a second, begun by our trigger, by n8n's Webhook
// node, by that with JWT and a Code node, which is what somebody builds without this package, and by a
// bare community trigger. All alternate in one run, on both expression engines.
// Then the package's share of n8n's work, from a profile while our trigger gets deliveries.
// Run: npm run bench -- delivery (about 15 minutes; nothing else should be busy)
// With --share: the share alone. With one of these, no result is kept: --engine default; --rounds 8;
// --beside <folder>: beside our trigger, the trigger of another clone, which must be built.
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startSandbox } from '../sandbox/start-sandbox.mts';
import {
	measureEngine,
	type Group,
	type MeasuredGroup,
	type MeasureSettings,
} from './delivery/measure-engine.mts';
import { measureShares, writeShareTable } from './delivery/measure-share.mts';
import { writeDeliveryTable } from './delivery/write-delivery-table.mts';
import { writeSection } from './write-section.mts';

const { values } = parseArgs({
	options: {
		quick: { type: 'boolean', default: false },
		share: { type: 'boolean', default: false },
		engine: { type: 'string' },
		rounds: { type: 'string', default: '12' },
		beside: { type: 'string' },
	},
});
const { quick, beside: otherClone } = values;
const isKept = !quick && (values.engine ?? otherClone) === undefined && values.rounds === '12';
const engines = (['default', 'legacy'] as const).filter(
	(engine) => values.engine === undefined || values.engine === engine,
);

const loads: [Group, ...Group[]] = [
	{ saved: true, connections: 8 },
	{ saved: false, connections: 8 },
	{ saved: true, connections: 1 },
	{ saved: true, connections: 32 },
];

const sandbox = await startSandbox({ lifetimes: { accessTokenSeconds: 7200 } });
try {
	const record = sandbox.createRecord({ shape: 'A', turns: 74, withTestRun: false });
	const nextBody = () =>
		JSON.stringify({ event: 'ConversationComplete', data: { ...record, id: randomUUID() } });
	const token = await sandbox.identity.signJwt({
		sub: sandbox.user.id,
		aud: sandbox.identity.audience,
		// Tells that it is an access token.
		scope: 'openid',
		exp: Math.floor(Date.now() / 1000) + 7200,
	});
	const settings: MeasureSettings = {
		rounds: quick ? 1 : Number(values.rounds),
		otherClone,
		durationMs: 800,
		nextBody,
		headers: { authorization: `Bearer ${token}` },
	};
	const measured: MeasuredGroup[] = [];
	for (const engine of values.share ? [] : engines) {
		measured.push(...(await measureEngine(engine, loads, sandbox, settings)));
	}
	if (measured.length > 0) {
		const body = `One conversation: a body of ${(Buffer.byteLength(nextBody()) / 1000).toFixed(1)} kB. ${settings.rounds} rounds.`;
		const table = writeDeliveryTable(measured);
		console.log(`${body}\n\n${table}`);
		if (isKept) writeSection('deliveries', 'npm run bench -- delivery', `${body}\n\n${table}`);
	}
	const shares: Awaited<ReturnType<typeof measureShares>> = [];
	for (const engine of engines) {
		const load = { ...settings, durationMs: quick ? 12_000 : 60_000 };
		shares.push(...(await measureShares(engine, sandbox, load)));
	}
	const shareTable = writeShareTable(shares);
	console.log(shareTable);
	if (isKept) writeSection('share', 'npm run bench -- delivery --share', shareTable);
} finally {
	await sandbox.close();
}
