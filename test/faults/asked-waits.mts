import type * as N8nWorkflow from 'n8n-workflow';

const asked: number[] = [];

/**
 * n8n-workflow with a `sleep` that writes down the waits between tries and does not wait. The
 * limit on how long a call waits for keys never passes, however slow the machine is: the request for them ends.
 */
export function withAskedWaits(actual: typeof N8nWorkflow): typeof N8nWorkflow {
	return {
		...actual,
		sleep: async (milliseconds: number) => {
			const { stack = '' } = new Error();
			// core/waiting asks for the limit of a wait, when the wait begins.
			if (/core.waiting/.test(stack)) return await new Promise(() => undefined);
			if (!/sendWithRetries|call-service/.test(stack)) return await actual.sleep(milliseconds);
			asked.push(milliseconds);
		},
	};
}

/** The waits since the last call of this, in milliseconds. */
export const takeAskedWaits = (): number[] => asked.splice(0);
