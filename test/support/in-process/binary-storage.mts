import './own-settings.mts';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';
import { replaceService } from './n8n-core-services.mts';

export type BinaryStorage = Awaited<ReturnType<typeof useBinaryStorage>>;

/**
 * Lets n8n-core keep binary data in files of a folder, as n8n does by default, in memory, or below
 * something that is no folder, so it cannot.
 */
export async function useBinaryStorage(mode: 'filesystem' | 'default' | 'broken' = 'filesystem') {
	const folder = await mkdtemp(path.join(tmpdir(), 'recordings-'));
	// As n8n would read it from its environment, without the settings folder in the user's home.
	const config: BinaryDataConfig = Object.assign(Object.create(BinaryDataConfig.prototype), {
		mode: mode === 'broken' ? 'filesystem' : mode,
		localStoragePath: folder,
	});
	const reportError = (error: unknown) => {
		throw error;
	};
	const reporter = Object.assign(Object.create(null), { error: reportError, warn: reportError });
	const service = new BinaryDataService(config, reporter, Object.create(null));
	await service.init();
	if (mode === 'broken') await writeFile(path.join(folder, 'workflows'), 'in the way');
	replaceService(BinaryDataService, service);
	return {
		read: async (file: IBinaryData | undefined) =>
			await service.getAsBuffer(file ?? { data: '', mimeType: '' }),
		/** Every file of recordings that is kept, whole or not. */
		async listFiles() {
			const entries = await readdir(folder, { recursive: true, withFileTypes: true });
			const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
			return names.filter((name) => !name.endsWith('.metadata'));
		},
		remove: async () => await rm(folder, { recursive: true }),
	};
}

/** Files of its own for each test of the file that calls this. */
export function useStoredFiles(): BinaryStorage {
	const storage: BinaryStorage = Object.create(null);
	beforeEach(async () => void Object.assign(storage, await useBinaryStorage()));
	afterEach(async () => await storage.remove());
	return storage;
}
