import { once } from 'node:events';
import { type OutgoingHttpHeaders, type RequestListener, STATUS_CODES } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { ExecuteContext } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import { endWith, type RunOptions } from '../../support/in-process/driver.mts';
import { createItem, download, readReports } from '../../support/in-process/recording-driver.mts';
import type { DownloadRun } from '../../support/in-process/recording-driver.mts';
import { useBinaryStorage, useStoredFiles } from '../../support/in-process/binary-storage.mts';
import { STATUSES } from '../../../nodes/shared/http/statuses.ts';
import { fakeOnly, holdLimits, skipWaits } from '../../support/clock.mts';
import { serve, type TestServer } from '../../support/servers/serve.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';
import { readPages } from '../../support/read-docs.mts';

const sandbox = useSandbox();
const storage = useStoredFiles();
const servers: TestServer[] = [];
afterEach(async () => {
	jest.restoreAllMocks();
	for (const server of servers.splice(0)) await server.close();
});

/** Downloads from a storage of this test. It is also the API base URL, so its own host may be private. */
async function downloadFrom(
	listener: RequestListener,
	parameters: INodeParameters = {},
	{ path = '/1', ...options }: RunOptions & { path?: string } = {},
) {
	const server = await serve(listener);
	servers.push(server);
	const json = { id: 'one', agent_id: 'agent', audio_url: `${server.url}${path}` };
	return await download(parameters, { ...options, apiBaseUrl: server.url, items: [{ json }] });
}

const runFor = (bytes?: number): DownloadRun => ({
	apiBaseUrl: sandbox.url,
	items: [createItem(sandbox, { recordingBytes: bytes })],
});

const send =
	(body: string | Buffer, headers: OutgoingHttpHeaders = {}, status = 200): RequestListener =>
	(_request, response) => {
		response.writeHead(status, headers);
		response.end(body);
	};

const small = { options: { maximumSize: 1 } };

test('a recording of the maximum size is taken', async () => {
	const items = await download(small, runFor(1_000_000));
	expect(readReports(items)).toMatchObject({ conversation: { bytes: 1_000_000 } });
});

test('one that says it is larger is rejected before it is read', async () => {
	await expectFailure(download(small, runFor(1_000_001)), 'recording-too-large');
	expect(await storage.listFiles()).toEqual([]);
});

test.each(['default', 'filesystem'] as const)(
	'one that turns out to be larger is ended on the way, and nothing is kept (%s)',
	async (mode) => {
		const used = await useBinaryStorage(mode);
		let sent = 0;
		let hasEnded: Promise<unknown> = Promise.resolve();
		const run = downloadFrom((_request, response) => {
			hasEnded = once(response, 'close');
			const send = () => {
				while (!response.destroyed && sent < 400) {
					sent += 1;
					if (!response.write(Buffer.alloc(100_000))) return;
				}
				response.end();
			};
			response.on('drain', send);
			send();
		}, small);
		await expectFailure(run, 'recording-too-large');
		await hasEnded;
		expect(sent).toBeLessThan(400);
		expect(await used.listFiles()).toEqual([]);
		await used.remove();
	},
);

test('a compressed one is counted as it unfolds', async () => {
	const bomb = gzipSync(Buffer.alloc(20_000_000));
	const headers = { 'content-encoding': 'gzip', 'content-length': bomb.length };
	await expectFailure(downloadFrom(send(bomb, headers), small), 'recording-too-large');
	expect(await storage.listFiles()).toEqual([]);
});

describe('at the time limit ends', () => {
	const options = { timeLimit: 1 };
	const stalled = { target: 'recordings', afterEffect: true, delayMs: 3_600_000 } as const;

	test.each(['default', 'filesystem'] as const)('a stalled transfer (%s)', async (mode) => {
		const used = await useBinaryStorage(mode);
		await sandbox.switchOnFault('delay', { ...stalled, onHold: holdLimits(1_000).pass });
		await expectFailure(download({ options }, runFor(1_000_000)), 'recording-time-limit');
		expect(await used.listFiles()).toEqual([]);
		await used.remove();
	});

	test('the wait for a storage that says nothing', async () => {
		const run = downloadFrom(() => undefined, { options: { timeLimit: 1.2 } });
		await expectFailure(run, 'recording-time-limit');
	});

	test('a transfer that trickles', async () => {
		const trickle: RequestListener = (_request, response) => {
			const timer = setInterval(() => response.write('x'), 50);
			response.on('close', () => clearInterval(timer));
		};
		await expectFailure(downloadFrom(trickle, { options }), 'recording-time-limit');
	});

	test('one track, and the next has a limit of its own', async () => {
		const onHold = holdLimits(1_000).pass;
		await sandbox.switchOnFault('delay', { ...stalled, onHold, times: 1 });
		const items = await download({ options, tracks: ['agent', 'conversation'] }, runFor(500_000));
		expect(readReports(items)).toMatchObject({
			conversation: { status: 'failed', code: 'recording-time-limit' },
			agent: { status: 'downloaded' },
		});
		expect(await storage.listFiles()).toHaveLength(1);
	});
});

test('a download ends with the execution, and blames nobody', async () => {
	const stop = new AbortController();
	const storing: RequestListener = (_request, response) => {
		response.write('RIFF');
		stop.abort();
	};
	await expectFailure(downloadFrom(storing, {}, { prepare: endWith(stop) }), 'execution-ended', {
		message: expect.not.stringMatching(/storage|connection/i),
		description: expect.stringContaining('EXECUTIONS_TIMEOUT'),
	});
	expect(await storage.listFiles()).toEqual([]);
});

test.each<[string, number, OutgoingHttpHeaders, string]>([
	['a rejection that is asked again', 503, { 'retry-after': '0' }, 'downloaded'],
	['a rejection', 403, {}, 'recording-rejected'],
	['what is too large', 200, { 'content-length': '600000000' }, 'recording-too-large'],
])('the connection of %s is given back though its body never ends', async (...row) => {
	const [, status, headers, outcome] = row;
	let hasEnded: Promise<unknown> | undefined;
	const downloading = downloadFrom((_request, response) => {
		if (hasEnded !== undefined) {
			response.end('RIFF');
			return;
		}
		hasEnded = once(response, 'close');
		response.writeHead(status, headers);
		response.write('and so on');
	}).then(
		() => 'downloaded',
		(error: unknown) => Object(error).context.code,
	);
	expect(await downloading).toBe(outcome);
	await hasEnded;
});

test('where the user stops the execution, no further try is waited for', async () => {
	const stop = new AbortController();
	const cut: RequestListener = (request) => {
		request.socket.destroy();
		stop.abort();
	};
	// A wait between tries would never end; everything else goes on.
	fakeOnly(['setTimeout', 'clearTimeout']);
	try {
		await expectFailure(downloadFrom(cut, {}, { prepare: endWith(stop) }), 'execution-ended');
	} finally {
		jest.useRealTimers();
	}
});

test('a storage that asks to wait beyond the time limit is not waited for', async () => {
	const fault = { target: 'recordings', status: 503, retryAfterSeconds: 20 } as const;
	await sandbox.switchOnFault('status', fault);
	const downloading = download({ options: { timeLimit: 5 } }, runFor());
	await expectFailure(downloading, 'recording-storage-unavailable', { httpCode: '503' });
});

const recordingsPage = readPages().find(({ file }) => file === 'docs/recordings.md')?.text ?? '';

/** The code that the page Recordings gives to a status of a storage, as long as the link lasts. */
function readCode(status: number): string | undefined {
	const [, table = ''] = recordingsPage.split("## What the storage's status means");
	const rows = [...table.matchAll(/^\| (\d[^|]*|any other[^|]*) \| `([a-z-]+)`/gm)];
	const isMeant = (statuses: string) =>
		statuses.includes(String(status)) || (status >= 500 && statuses.includes('500 and above'));
	const [, , code] =
		rows.find(([, statuses = '']) => isMeant(statuses) && !statuses.includes('after')) ??
		rows.find(([, statuses = '']) => statuses.startsWith('any other')) ??
		[];
	return code;
}

test('the page Recordings names a code for each kind of status', () => {
	expect([202, 204, 404, 407, 429, 599, 418].map(readCode)).toEqual([
		...['recording-not-ready', 'recording-not-audio', 'recording-not-found'],
		...['proxy-sign-in-needed', 'recording-storage-unavailable', 'recording-storage-unavailable'],
		'recording-rejected',
	]);
});

const otherStatuses = [...Object.keys(STATUS_CODES).map(Number), ...STATUSES.flat()]
	.filter((value, index, all) => typeof value === 'number' && all.indexOf(value) === index)
	.map(Number)
	.filter(
		(status) => status > 200 && status < 1_000 && ![301, 302, 303, 307, 308].includes(status),
	);

const [, tried = ''] =
	/responds with ([^.]*), or cannot be reached, the node tries up to three times/.exec(
		recordingsPage,
	) ?? [];
const triedAgain: string[] = tried.match(/\d+/g) ?? [];

test.each(otherStatuses)('status %i means what the page Recordings says', async (status) => {
	let asked = 0;
	const answer = send('', { 'retry-after': '0' }, status);
	const run = downloadFrom((...exchange) => {
		asked += 1;
		answer(...exchange);
	});
	await expectFailure(run, readCode(status), { httpCode: String(status) });
	expect(asked).toBe(triedAgain.includes(String(status)) ? 3 : 1);
});

test('a rejection that says late and at length that the link has expired is believed', async () => {
	const reason = '<?xml version="1.0"?><Error><Message>Request has expired</Message></Error>';
	// However late the reason comes.
	holdLimits(1_000);
	const run = downloadFrom(send(reason.padEnd(5_000), {}, 403));
	await expectFailure(run, 'recording-expired', { httpCode: '403' });
});

test('a body that ended before it was looked at is not waited for', async () => {
	const stop = new AbortController();
	const begin: RequestListener = (_request, response) => void response.write('RIFF');
	const prepare = (context: ExecuteContext) => {
		endWith(stop)(context);
		const { httpRequest } = context.helpers;
		context.helpers.httpRequest = async (request) => {
			const response: unknown = await httpRequest(request);
			stop.abort();
			return response;
		};
	};
	await expectFailure(downloadFrom(begin, {}, { prepare }), 'execution-ended');
});

test('a storage that is away is named', async () => {
	skipWaits();
	await sandbox.switchOnFault('away', { target: 'recordings', refuseConnections: true });
	await expectFailure(download({}, runFor()), 'recording-unreachable', {
		description: expect.stringContaining(new URL(sandbox.url).host),
	});
});

test('the error says that n8n could not store the recording', async () => {
	const broken = await useBinaryStorage('broken');
	await expectFailure(download({}, runFor()), 'recording-not-stored');
	await broken.remove();
});

const wav = Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(40_000, 7)]);

// What else is no recording, its name behind a redirect and a storage on a private network are in
// test/unit/recording and the dialects of recordings.
test.each([
	['of some kB', wav],
	['of a few bytes', wav.subarray(0, 12)],
	['of as many bytes as are looked at', wav.subarray(0, 1024)],
])('a recording %s is stored whole, though it is called a web page', async (_name, file) => {
	const [item] = await downloadFrom(
		send(file, { 'content-type': 'text/html' }),
		{},
		{ path: '/get.php' },
	);
	expect(item?.binary?.recording).toMatchObject({ mimeType: 'audio/wav', fileExtension: 'wav' });
	expect((await storage.read(item?.binary?.recording)).equals(file)).toBe(true);
});

test('a recording that arrives byte by byte at first is stored whole', async () => {
	const [item] = await downloadFrom((_request, response) => {
		response.write(wav.subarray(0, 1));
		setImmediate(() => {
			response.write(wav.subarray(1, 5));
			setImmediate(() => response.end(wav.subarray(5)));
		});
	});
	expect((await storage.read(item?.binary?.recording)).equals(wav)).toBe(true);
});
