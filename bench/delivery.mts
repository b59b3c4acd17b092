// Deliveries through a real n8n: executions that ended a second, begun by our trigger, by n8n's Webhook
// node, by that with JWT and a Code node, which is what somebody builds without this package, and by a
// bare community trigger. All alternate in one run, on both expression engines.
// Run: npm run bench -- delivery (about 10 minutes; nothing else should be busy)
import { randomUUID } from 'node:crypto';
import { startSandbox } from '../sandbox/start-sandbox.mts';
import {
	measureEngine,
	type Engine,
	type Group,
	type MeasureSettings,
} from './delivery/measure-engine.mts';
import { writeDeliveryTable } from './delivery/write-delivery-table.mts';
import { writeSection } from './write-section.mts';

const quick = process.argv.includes('--quick');

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
		rounds: quick ? 1 : 12,
		durationMs: 800,
		nextBody,
		headers: { authorization: `Bearer ${token}` },
	};
	const measure = async (engine: Engine) => await measureEngine(engine, loads, sandbox, settings);
	const body = `One conversation: a body of ${(Buffer.byteLength(nextBody()) / 1000).toFixed(1)} kB. ${settings.rounds} rounds.`;
	const table = writeDeliveryTable([...(await measure('default')), ...(await measure('legacy'))]);
	console.log(`${body}\n\n${table}`);
	if (!quick) writeSection('deliveries', 'npm run bench -- delivery', `${body}\n\n${table}`);
} finally {
	await sandbox.close();
}
