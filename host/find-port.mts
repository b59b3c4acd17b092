import getPort, { portNumbers } from 'get-port';

// The system itself gives these to nobody: the port is still free when a program listens after seconds.
// Each process has its own.
const first = 20_000 + (process.pid % 100) * 100;

/** A port that nobody listens on. */
export const findPort = (): Promise<number> => getPort({ port: portNumbers(first, first + 99) });
