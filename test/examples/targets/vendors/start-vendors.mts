import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { findProgram } from '../../../../host/services/find-program.mts';
import { close, listen } from '../../../support/servers/serve.mts';
import { answerFrom } from '../../../support/vendors/answer-from.mts';
import { createOpenai } from '../../../support/vendors/openai.mts';
import { createSwitchboard } from '../../../support/vendors/switchboard.mts';
import { createApplication, type Vendor } from '../../../support/vendors/vendor.mts';
import { createChat } from './chat.mts';
import { createGoogleSheets, createGoogleTokens } from './google-sheets.mts';
import { createGoogleCalendar } from './google-calendar.mts';
import { createHighlevel } from './highlevel.mts';
import { createHubspot } from './hubspot.mts';
import { createPipedrive, createPipedriveTokens } from './pipedrive.mts';
import { createSalesforce } from './salesforce.mts';
import { createTwilio } from './twilio.mts';
import { createZendesk } from './zendesk.mts';

const run = promisify(execFile);

/**
 * The stand-ins of one account, each for one host. Its tokens hold the account's name, such as
 * `google-2-token-for-the-test`: a request is for the account whose token it brings.
 */
export function createVendors(account = '') {
	const google = createApplication(`google${account}`);
	const pipedrive = createApplication(`pipedrive${account}`);
	return {
		pipedrive: createPipedrive(pipedrive),
		pipedriveTokens: createPipedriveTokens(pipedrive),
		hubspot: createHubspot(account),
		sheets: createGoogleSheets(google),
		googleTokens: createGoogleTokens(google),
		calendar: createGoogleCalendar(google),
		twilio: createTwilio(account),
		salesforce: createSalesforce(account),
		highlevel: createHighlevel(account),
		chat: createChat(account),
		openai: createOpenai(account),
		zendesk: createZendesk(account),
	} satisfies Record<string, Vendor>;
}

/**
 * Starts stand-ins for the vendors whose nodes call fixed hosts, behind a proxy that takes CONNECT for these
 * hosts alone, with a certificate of the suite's own. They prove the requests of our examples, not the vendors'
 * answers. Each account has vendors of its own; a request that names no account is a problem of the first.
 */
export async function startVendors(names: readonly string[] = ['']) {
	const folder = await mkdtemp(join(tmpdir(), 'voice-agent-vendors-'));
	const accounts = names.map(createAccount);
	const problems = accounts[0]?.problems ?? [];
	const hosts = Object.values(createVendors()).map(({ host }) => host);

	const keyFile = join(folder, 'vendors.key');
	const certificateFile = join(folder, 'vendors.pem');
	await run(findProgram('openssl', 'openssl'), [
		...['req', '-x509', '-nodes', '-days', '2', '-keyout', keyFile, '-out', certificateFile],
		...['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-subj', '/CN=Vendors'],
		...['-addext', `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}`],
	]);
	const [key, cert] = [await readFile(keyFile), await readFile(certificateFile)];
	const tls = createTlsServer({ key, cert }, answerFrom(accounts));
	const proxy = createServer((request, response) => {
		problems.push(`without CONNECT: ${request.url}`);
		response.writeHead(405).end();
	});
	const open = new Set<Duplex>();
	proxy.on('connect', ({ url = '' }, client) => {
		const [host = '', port] = url.split(':');
		if (!hosts.includes(host) || port !== '443') {
			problems.push(`CONNECT ${url}`);
			client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
			return;
		}
		open.add(client);
		client.on('error', () => client.destroy()).on('close', () => open.delete(client));
		client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		// What follows is the vendor's, as if n8n had connected there.
		tls.emit('connection', client);
	});
	const proxyPort = await listen(proxy);

	return {
		accounts,
		/** For n8n. What it calls on this machine goes past the proxy. */
		environment: {
			HTTPS_PROXY: `http://127.0.0.1:${proxyPort}`,
			NO_PROXY: 'localhost,127.0.0.1,::1',
			NODE_EXTRA_CA_CERTS: certificateFile,
		},
		close: async () => {
			for (const { switchboard } of accounts) switchboard.release();
			for (const socket of open) socket.destroy();
			await close(proxy);
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** The stand-ins as a test has them: by name, with their bad days. */
function createAccount(name: string) {
	const vendors = createVendors(name);
	const all: Vendor[] = Object.values(vendors);
	const switchboard = createSwitchboard();
	const problems: string[] = [];
	return {
		...vendors,
		...{ vendors: all, switchboard, problems },
		/** Has a vendor answer the next request of this method and path with a status, and take nothing. */
		failOnce: (request: string, status: number) => switchboard.set({ request, kind: status }),
		forgetWritten: () => {
			for (const list of all.flatMap(({ written = [] }) => written)) list.length = 0;
			for (const { beginMinute } of all) beginMinute?.();
		},
		credentials: all.flatMap(({ credential }) => (credential === undefined ? [] : [credential])),
	};
}
