import type { IDisplayOptions } from 'n8n-workflow';
import type { NodeContext } from '../shared';

/** For what the editor shows on the tool of an AI agent alone. */
export const AS_TOOL = { '@tool': [true] } satisfies IDisplayOptions['show'];

/** For what the editor hides there. */
export const notAsTool: IDisplayOptions = { hide: AS_TOOL };

/** Whether an AI agent runs the node as its tool. The item then holds what the model filled in. */
export function isTool(context: NodeContext): boolean {
	return context.getNode().type.endsWith('Tool');
}
