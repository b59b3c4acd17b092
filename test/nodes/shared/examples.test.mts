import * as z from 'zod/v4';
import { readExampleTexts } from '../../../scripts/check-names.mts';
import { createHost } from '../../support/in-process/host.mts';

const step = z.object({
	name: z.string(),
	type: z.string(),
	parameters: z.record(z.string(), z.any()),
});
const workflow = z.object({ nodes: z.array(step) });
const ours = /^n8n-nodes-voice-agent\.(voiceAgent|voiceAgentTrigger)$/;

const steps = Object.entries(readExampleTexts()).flatMap(([example, text]) =>
	workflow.parse(JSON.parse(text)).nodes.flatMap(({ name, type, parameters }) => {
		const own = z.enum(['voiceAgent', 'voiceAgentTrigger']).safeParse(ours.exec(type)?.[1]);
		return own.success ? [{ example, name, type: own.data, parameters }] : [];
	}),
);

/** Paths such as ".options.fields" that n8n drops: no node declares them, or the editor hides them there. */
function listDropped(set: unknown, kept: unknown, path = ''): string[] {
	if (kept === undefined) return [path];
	if (typeof set !== 'object' || set === null) return [];
	return Object.entries(set).flatMap(([name, value]) =>
		listDropped(value, Object(kept)[name], `${path}.${name}`),
	);
}

test.each(steps)('$example sets only what $name has', ({ type, parameters }) => {
	expect(listDropped(parameters, createHost({ type, parameters }).node.parameters)).toEqual([]);
});

test('a parameter that the node does not have is seen', () => {
	const [first] = steps;
	const parameters = { ...first?.parameters, options: { gone: true } };
	const { node } = createHost({ type: first?.type ?? 'voiceAgent', parameters });
	expect(listDropped(parameters, node.parameters)).toEqual(['.options.gone']);
});
