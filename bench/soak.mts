// Steady deliveries with faults coming and going, through a real n8n. At the end every conversation
// that was acknowledged has run exactly once, and the slope of n8n's memory is told.
// Run: npm run soak -- --minutes 10
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createClient } from '../host/n8n/n8n-client.mts';
import { openSession } from '../host/n8n/n8n-session.mts';
import { startN8n } from '../host/n8n/start-n8n.mts';
import { waitUntil } from '../host/wait-until.mts';
import { startSandbox } from '../sandbox/start-sandbox.mts';
import { readMemoryMegabytes } from '../host/watch-process.mts';
import { createFaultChanger } from './soak/change-faults.mts';
import { countExecutions } from './soak/count-executions.mts';
import { measureSlope, type MemorySample } from './soak/measure-slope.mts';
import { publishWorkflow } from './soak/publish-workflow.mts';
import { sendUntilAcknowledged, type SentConversation } from './soak/send-until-acknowledged.mts';

const { values } = parseArgs({
	options: {
		minutes: { type: 'string', default: '1' },
		verbose: { type: 'boolean', default: false },
	},
});
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= 600)) throw new Error('--minutes takes a number up to 600');
const intervalMs = 400;
const episodeMs = Math.min(20_000, (minutes * 60_000) / 12);
// Every eighth conversation is delivered twice at once.
const copyEvery = 8;

const dataFolder = await mkdtemp(join(tmpdir(), 'voice-agent-soak-'));
const seed = Date.now();
console.log(`seed: ${seed}`);
const n8n = await startN8n({ dataFolder });
const sandbox = await startSandbox({
	seed,
	redirectUris: [`${n8n.url}/rest/oauth2-credential/callback`],
});
try {
	const owner = { email: 'owner@example.com', password: 'Soak-owner-1' };
	const session = await openSession(n8n.url, owner);
	const client = createClient(session);
	const { path, workflowId } = await publishWorkflow(session, client, sandbox);
	const url = `${n8n.url}${path}`;
	const makeAuthorization = async () =>
		`Bearer ${await sandbox.identity.signJwt({ sub: sandbox.user.id, aud: sandbox.identity.audience })}`;

	const startedAt = Date.now();
	const endsAt = startedAt + minutes * 60_000;
	const samples: MemorySample[] = [];
	const sent: Promise<SentConversation>[] = [];
	let conversations = 0;
	let steps = 0;
	let turnedAway = 0;
	const changer = createFaultChanger(sandbox, () => turnedAway);
	const countTurnedAway = () => {
		turnedAway += 1;
	};
	while (Date.now() < endsAt) {
		if (Date.now() - startedAt >= steps * episodeMs) {
			steps += 1;
			const state = await changer.next();
			console.log(`  ${Math.round((Date.now() - startedAt) / 1000)} s: ${state}`);
		}
		const data = { ...sandbox.createRecord({ turns: 12, withTestRun: false }), id: randomUUID() };
		const body = JSON.stringify({ event: 'ConversationComplete', data });
		const copies = conversations++ % copyEvery === 0 ? 2 : 1;
		for (let copy = 0; copy < copies; copy++) {
			sent.push(sendUntilAcknowledged(url, body, makeAuthorization, countTurnedAway));
		}
		samples.push({
			minutes: (Date.now() - startedAt) / 60_000,
			megabytes: await readMemoryMegabytes(n8n.processId()),
		});
		await sleep(intervalMs);
	}
	// Ends the last episode; should a new one begin, it is over at once.
	await changer.next();
	sandbox.clearFaults();
	const outcomes = await Promise.all(sent);
	await waitUntil(
		() => (countExecutions(dataFolder, workflowId).running === 0 ? true : undefined),
		{ what: 'the last execution', timeoutMs: 120_000 },
	);
	const { byStatus } = countExecutions(dataFolder, workflowId);
	const executed = Object.values(byStatus).reduce((sum, number) => sum + number, 0);
	const lost = outcomes.filter(({ acknowledged }) => !acknowledged).length;
	// The first half is warm-up.
	const settled = samples.filter((sample) => sample.minutes > minutes / 2);
	console.log(`conversations: ${conversations}, deliveries: ${outcomes.length}`);
	console.log(`tries: ${outcomes.reduce((sum, { tries }) => sum + tries, 0)}, given up: ${lost}`);
	console.log(`executions: ${executed} ${JSON.stringify(byStatus)}`);
	console.log(`memory at the end: ${samples.at(-1)?.megabytes.toFixed(0)} MB`);
	console.log(`slope after warm-up: ${measureSlope(settled).toFixed(2)} MB a minute`);
	const unmet = changer.outcomes.filter(({ metBy }) => metBy === 0);
	for (const { name, metBy } of changer.outcomes) console.log(`met by ${metBy}: ${name}`);
	const isExact =
		unmet.length === 0 &&
		changer.outcomes.length > 0 &&
		lost === 0 &&
		executed === conversations &&
		byStatus.success === executed;
	console.log(isExact ? '1 passed, 0 failed' : '0 passed, 1 failed');
	process.exitCode = isExact ? 0 : 1;
} finally {
	await n8n.stop();
	await sandbox.close();
	await rm(dataFolder, { recursive: true, force: true });
}
