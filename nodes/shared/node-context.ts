import type { IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/** What n8n hands to a node: in a hook, an execution or a webhook call. */
export type NodeContext = IHookFunctions | IExecuteFunctions | IWebhookFunctions;
