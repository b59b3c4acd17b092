import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { InstalledN8n } from './n8n-paths.mts';
import type { N8nOwner } from './n8n-session.mts';

/** The environment of n8n. Ports are on the loopback interface. */
export interface N8nSettings {
	installed: InstalledN8n;
	userFolder: string;
	port: number;
	/** Port of the task broker; two n8n cannot share one. */
	brokerPort: number;
	/** Whose account n8n makes before it listens. Default: the first who asks becomes the owner. */
	owner?: N8nOwner;
	/** Added last. */
	extra: Record<string, string>;
}

// Everything else stays behind: NODE_OPTIONS and JEST_WORKER_ID of a test run, the settings of an
// n8n that the developer uses, and NODE_ENV, which changes how often one may log in.
const passedOn =
	/^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TEMP|TMP|TZ|LANG|LC_\w+|SystemRoot|APPDATA)$/;

/** The whole environment for a private n8n that listens on loopback and by itself calls nobody else. */
export function buildN8nEnvironment(settings: N8nSettings): Record<string, string> {
	const environment: Record<string, string> = {};
	for (const [name, value] of Object.entries(process.env)) {
		if (passedOn.test(name) && value !== undefined) environment[name] = value;
	}
	const url = `http://localhost:${settings.port}/`;
	return {
		...environment,
		N8N_USER_FOLDER: settings.userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(settings.port),
		N8N_RUNNERS_BROKER_PORT: String(settings.brokerPort),
		// Where a worker of queue mode answers whether it is ready; nothing else reads these.
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(settings.port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		N8N_EDITOR_BASE_URL: url,
		WEBHOOK_URL: url,
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		// Node keeps what it compiled of n8n; later starts take it from there.
		NODE_COMPILE_CACHE: join(settings.installed.folder, 'compile-cache'),
		// The lists of verified community nodes and of MCP servers come from n8n's maker.
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_DISABLED_MODULES: 'mcp-registry',
		...(settings.owner && describeOwner(settings.installed, settings.owner)),
		...settings.extra,
	};
}

/** n8n takes the password as bcrypt's hash alone, and brings the library for it. */
function describeOwner({ script }: InstalledN8n, { email, password }: N8nOwner) {
	const bcrypt: { hashSync(text: string, rounds: number): string } =
		createRequire(script)('bcryptjs');
	return {
		N8N_INSTANCE_OWNER_MANAGED_BY_ENV: 'true',
		N8N_INSTANCE_OWNER_EMAIL: email,
		N8N_INSTANCE_OWNER_PASSWORD_HASH: bcrypt.hashSync(password, 10),
	};
}
