import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox/types.mts';
import type { Log } from '../support/in-process/use-log.mts';
import type { WebhookServer } from '../support/in-process/webhook-server.mts';

/** Settings of a user that differ from a newcomer's. */
export interface Settings {
	credential?: INodeParameters;
	/** Fields of a second credential, which the trigger uses: otherwise as the first, but never signed in. */
	triggerCredential?: INodeParameters;
	trigger?: INodeParameters;
	download?: INodeParameters;
	/** Behind the trigger, or behind n8n's own Webhook node if `isWebhookNode`. */
	parse?: INodeParameters;
	isWebhookNode?: boolean;
	/** Whether the Webhook node has Raw Body, and Extract from File is between the node and Parse. */
	isFileRead?: boolean;
}

/** A text that the user sees, and where: a message, a panel, a line of the log. */
export interface Sight {
	where: string;
	text: string;
}

/** A user's first evening with the service: the result of each step, and what the user saw. */
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

/** Adds a crash for each sight that shows a secret. */
export function forbidSecrets({ sights, crashes }: Evening, secrets: readonly string[]): void {
	const showing = sights.filter(({ text }) => secrets.some((secret) => text.includes(secret)));
	crashes.push(...showing.map(({ where }) => `${where}: a secret is shown`));
}

/** Runs a step. The user sees its error; an error without a code of ours is a crash. */
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
