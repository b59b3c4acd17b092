import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The settings and proxies of this machine are no matter of a test, and n8n-core writes into the folder of
// settings: at home two workers might both make it, and one read what the other has half written.
for (const name of Object.keys(process.env)) {
	if (/^N8N_|_proxy$/i.test(name)) delete process.env[name];
}
const folder = mkdtempSync(join(tmpdir(), 'voice-agent-settings-'));
process.env.N8N_USER_FOLDER = folder;
afterAll(() => rmSync(folder, { recursive: true, force: true }));
