import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox/types.mts';
import type { Log } from '../support/in-process/use-log.mts';
import type { WebhookServer } from '../support/in-process/webhook-server.mts';

/** What a user has set otherwise than a newcomer leaves it. */
export interface Settings {
	credential?: INodeParameters;
	/** Of a second credential with the fields of the first, to which nobody signs in: the trigger has it. */
	triggerCredential?: INodeParameters;
	trigger?: INodeParameters;
	download?: INodeParameters;
	/** Behind the trigger, or behind n8n's own Webhook node if `isWebhookNode`. */
	parse?: INodeParameters;
	isWebhookNode?: boolean;
	/** Whether Extract from File stands between that node, with Raw Body, and Parse. */
	isFileRead?: boolean;
}

/** What somebody sees, and where. */
export interface Sight {
	where: string;
	text: string;
}

/** What came of each step, and what was seen on the way. */
export interface Evening {
	steps: Record<string, unknown>;
	sights: Sight[];
	/** The items of the executions that the calls started. */
	items: IDataObject[];
	/** Errors without a code, answers with 500, and secrets that are shown. */
	crashes: string[];
}

/** An evening under way. */
export interface Scene {
	sandbox: Sandbox;
	server: WebhookServer;
	settings: Settings;
	evening: Evening;
	log: Log;
	onClose: (() => Promise<void>)[];
}

export function see({ evening }: Scene, where: string, text: string): void {
	evening.sights.push({ where, text });
}

/** A secret that somebody sees is a fault of the evening. */
export function forbidSecrets({ sights, crashes }: Evening, secrets: readonly string[]): void {
	const showing = sights.filter(({ text }) => secrets.some((secret) => text.includes(secret)));
	crashes.push(...showing.map(({ where }) => `${where}: a secret is shown`));
}

/** Runs a step. An error is seen where it arises; one without a code is none of ours. */
export async function attempt<Outcome>(
	scene: Scene,
	step: string,
	act: () => Promise<Outcome>,
): Promise<Outcome | undefined> {
	try {
		return await act();
	} catch (error) {
		const { context, message, description } = Object(error);
		const code: unknown = context?.code;
		scene.evening.steps[step] = code ?? 'no code';
		if (code === undefined) scene.evening.crashes.push(`${step}: ${String(error)}`);
		see(scene, step, [`${code}:`, message, description].filter(Boolean).join(' '));
		return undefined;
	}
}
