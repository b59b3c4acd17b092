import { once } from 'node:events';
import { parseArgs } from 'node:util';
import getPort from 'get-port';
import { describeDialects, listDialects, readDialects } from './dialects/dialects.mts';
import { startSandbox } from './start-sandbox.mts';
import type { Sandbox } from './types.mts';

const usage = `npm run sandbox -- [--port N] [--identity-port N] [--redirect-uri URL]...

  --port           API and page (default 4010)
  --identity-port  identity server (default 4011)
  --identity       your own identity server, with its realm, instead of the sandbox's
  --audience       audience (aud) that access tokens must name (default voice-agent-api)
  --redirect-uri   redirect URI of both applications, exact; may be given several times
                   (default: an n8n at localhost:5678)
  --dialect        dialects to speak, separated by commas; "list" shows all of them
  --help           show this`;

function parsePort(name: string, text: string): number {
	const port = Number(text);
	if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
	throw new Error(`--${name} must be a port from 0 to 65535.`);
}

/** Throws if one is no whole http or https URL, or has a part that oidc-provider takes in no redirect URI. */
function checkUrls(name: string, texts: string[] = []): void {
	const isWebUrl = (text: string) => /^https?:\/\/[^#*]*$/i.test(URL.parse(text)?.href ?? '');
	if (!texts.every(isWebUrl))
		throw new Error(`--${name} must be an http or https URL without # and *.`);
}

/** The port if nobody listens on it, else a free one, which is said. 0 is any free one. */
async function takePort(port: number): Promise<number> {
	const free = await getPort({ port });
	if (port !== 0 && free !== port) console.log(`Port ${port} is taken: ${free} is used instead.`);
	return free;
}

function describe(sandbox: Sandbox): string {
	return `${describeAddresses(sandbox)}
${sandbox.identity.isOwn ? describeApplications(sandbox) : describeTokens(sandbox)}
${describeDialects(sandbox.dialects)}Ctrl-C ends the sandbox.`;
}

const describeTokens = ({ identity }: Sandbox): string => `
The API takes access tokens of this identity server for the audience ${identity.audience}.
Deliveries carry no token: only the identity server can sign one.`;

function describeAddresses(sandbox: Sandbox): string {
	return `
Sandbox page and API base URL  ${sandbox.url}
Identity server address            ${sandbox.identityServerUrl}  (not a page; for the credential)
Web app                    ${sandbox.url}/developers  ${sandbox.url}/token`;
}

function describeApplications(sandbox: Sandbox): string {
	const { public: publicClient, confidential } = sandbox.clients;
	return `
Public application                 client ID ${publicClient.clientId}
Confidential application           client ID ${confidential.clientId}  secret ${confidential.clientSecret}
Redirect URIs (matched exactly)    ${publicClient.redirectUris.join('\n                                   ')}
Sign in as                         ${sandbox.user.username}  password ${sandbox.user.password}

If n8n shows another redirect URL in its credential, start again with --redirect-uri and that URL.`;
}

async function run(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '4010' },
			'identity-port': { type: 'string', default: '4011' },
			identity: { type: 'string' },
			audience: { type: 'string' },
			'redirect-uri': { type: 'string', multiple: true },
			dialect: { type: 'string', multiple: true },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	if (values.help) return console.log(usage);
	if (values.dialect?.includes('list')) return console.log(listDialects());
	const { identity, 'redirect-uri': redirectUris } = values;
	checkUrls('identity', [identity ?? []].flat());
	checkUrls('redirect-uri', redirectUris);
	const sandbox = await startSandbox({
		port: await takePort(parsePort('port', values.port)),
		identityPort: await takePort(parsePort('identity-port', values['identity-port'])),
		identityServerUrl: identity,
		audience: values.audience,
		redirectUris,
		dialects: readDialects(values.dialect),
		// Conversations of two runs are different ones, also to a workflow that remembers ids.
		seed: Date.now(),
	});
	console.log(describe(sandbox));
	await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
	await sandbox.close();
}

run().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
