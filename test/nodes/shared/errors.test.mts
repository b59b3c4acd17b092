import { NodeOperationError, OperationalError, UserError } from 'n8n-workflow';
import {
	createNodeError,
	describeThrown,
	toNodeError,
	toErrorInOneText,
} from '../../../nodes/shared/errors.ts';
import { log } from '../../../nodes/shared/log.ts';
import { createHost } from '../../support/in-process/host.mts';

const { node } = createHost({ type: 'voiceAgent', parameters: {} });
const context = { getNode: () => node };

const SOLUTION = 'Check its spelling, and whether n8n can resolve the name.';

test('names the parameter at fault and its value, what to do, and the code', () => {
	const details = { parameter: 'API Base URL', address: 'https://api.example', detail: 'Gone' };
	const error = createNodeError(context, 'host-not-found', details);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error).toMatchObject({
		message: "A host name cannot be resolved: 'API Base URL' (https://api.example).",
		description: `This attempt sent nothing. ${SOLUTION} Gone. — Code: host-not-found`,
		context: { code: 'host-not-found' },
	});
});

test('of any other thrown value only the kind is shown', () => {
	const error = toNodeError(context, new RangeError('+49 30 1234567'));
	expect(error).toMatchObject({
		description: expect.stringContaining('Kind: RangeError.'),
		context: { code: 'unexpected-failure' },
	});
	expect(error.message + error.description).not.toContain('1234567');
	expect(toNodeError(context, 'text').description).toContain('Kind: string.');
});

test('if publishing fails, the message says everything once, and the code early', () => {
	const created = createNodeError(context, 'host-not-found');
	for (const thrown of [created, toErrorInOneText(context, created)]) {
		expect(toErrorInOneText(context, thrown)).toMatchObject({
			message: `A host name cannot be resolved. Code: host-not-found. This attempt sent nothing. ${SOLUTION}`,
			description: undefined,
		});
	}
});

test("an error of n8n's own keeps its words, with the description behind them once", () => {
	const own = new NodeOperationError(node, 'It failed.', { description: 'Try again.' });
	expect(describeThrown(own)).toBe('It failed. Try again.');
	expect(describeThrown(own)).toBe('It failed. Try again.');
	expect(toErrorInOneText(context, own).message).toBe('It failed. Try again.');
	for (const Type of [UserError, OperationalError]) {
		expect(toNodeError(context, new Type('It failed.')).message).toBe('It failed.');
	}
});

test('a line for the log says what an error says, and of anything else what it is', () => {
	expect(describeThrown(new Error('socket hang up'))).toBe('socket hang up');
	expect(describeThrown(new NodeOperationError(node, 'It failed.'))).toBe('It failed.');
	expect(describeThrown(undefined)).toBe('undefined');
});

test('a line of the log names workflow and node, and stays one line whatever the text or a name holds', () => {
	const host = createHost({ type: 'voiceAgent', name: `Calls\n${'x'.repeat(300)}` });
	const context = host.execute();
	const warn = jest.spyOn(context.logger, 'warn').mockImplementation();
	log(context, 'warn', 'first\r\nForged\u2028line');
	expect(warn.mock.calls).toEqual([
		[
			`Voice Agent: workflow "Host" ${host.workflow.id}, node "Calls${'x'.repeat(194)}…": first Forged line`,
		],
	]);
	warn.mockRestore();
});
