import { log } from '../../../nodes/shared/log.ts';
import { createHost } from '../../support/in-process/host.mts';

test('a line names workflow and node, and stays one line whatever the text or a name holds', () => {
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
