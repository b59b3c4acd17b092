import { createHost } from './host.mts';

/** The lines that the nodes write into n8n's log, in the order in which they came. */
export interface Log {
	warnings: string[];
	notes: string[];
}

/** Reads the log of each test of the file that calls this, and keeps it off the terminal. */
export function useLog(): Log {
	const log: Log = { warnings: [], notes: [] };
	beforeEach(() => {
		Object.assign(log, { warnings: [], notes: [] });
		const { logger } = createHost({ type: 'voiceAgent' }).execute();
		jest.spyOn(logger, 'warn').mockImplementation((line) => void log.warnings.push(line));
		jest.spyOn(logger, 'info').mockImplementation((line) => void log.notes.push(line));
	});
	afterEach(() => jest.restoreAllMocks());
	return log;
}
