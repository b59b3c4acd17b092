import type { ConversationOptions } from '../../sandbox/types.mts';
import { host } from './use-example.mts';

/** A turn in which somebody says something. */
export const say = (content: string, role = 'User') => ({ role, kind: 'Message', content });

/** The turns of a tool in a history: its call with arguments in JSON, and what came of the call. */
export function callTool(
	tool_name: string,
	{ index = 0, tool_arguments_json = '{}', tool_output = '{}', tool_is_error = false } = {},
) {
	const tool = { tool_name, tool_call_id: `call_${index}` };
	return [
		{ kind: 'FunctionCall', ...tool, tool_arguments_json },
		{ kind: 'FunctionCallOutput', ...tool, tool_output, tool_is_error },
	];
}

/** A call of a customer who called us. */
export const createInbound = (
	overrides: Record<string, unknown>,
	options: ConversationOptions = {},
) => host.sandbox.createRecord({ ...options, withCampaign: false, overrides });

/** A number as services write it where a caller shows none. Only core knows that nobody can be called there. */
export const withheld = '+266696687';

/** A call of such a caller. */
export const createWithheld = (
	overrides: Record<string, unknown> = {},
	options?: ConversationOptions,
) => createInbound({ from_number: withheld, ...overrides }, options);
