import type { IHookFunctions } from 'n8n-workflow';
import { parseTriggerSettings, type TriggerSettings } from '../../core/settings/trigger';

/** Reads the trigger's parameters; nothing else does. */
export function readSettings(context: Pick<IHookFunctions, 'getNodeParameter'>): TriggerSettings {
	return parseTriggerSettings({
		triggerOn: context.getNodeParameter('triggerOn', 'conversationComplete'),
		eventNames: context.getNodeParameter('eventNames', ''),
		verifyDeliveries: context.getNodeParameter('verifyDeliveries', 'reportOnly'),
		output: context.getNodeParameter('output', 'conversation'),
		filters: context.getNodeParameter('filters', {}),
		options: context.getNodeParameter('options', {}),
	});
}
