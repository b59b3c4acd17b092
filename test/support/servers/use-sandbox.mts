import { startSandbox } from '../../../sandbox/start-sandbox.mts';
import type { Sandbox, SandboxOptions } from '../../../sandbox/types.mts';

/**
 * A sandbox for the tests of the file that calls this: there from its first `beforeAll` on, and as new
 * before each test. After each it checks that nothing called the endpoint that is only documentation.
 * @param isOwnOfEachTest A server for each test. A process remembers the keys of an address, so a test
 *   that depends on when they are asked for needs its own.
 */
export function useSandbox({
	isOwnOfEachTest = false,
	...options
}: SandboxOptions & { isOwnOfEachTest?: boolean } = {}): Sandbox {
	const sandbox: Sandbox = Object.create(null);
	const start = async () => void Object.assign(sandbox, await startSandbox(options));
	const close = async () => await sandbox.close();
	if (isOwnOfEachTest) {
		beforeEach(start);
		afterEach(close);
	} else {
		beforeAll(start);
		// Not afterwards: what a file checks after each test is still there then.
		beforeEach(async () => await sandbox.reset());
		afterAll(close);
	}
	afterEach(() => expect(sandbox.trappedCalls).toEqual([]));
	return sandbox;
}
