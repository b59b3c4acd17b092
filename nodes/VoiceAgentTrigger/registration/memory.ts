import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import {
	addRegistration,
	findRegistration,
	findRegistrationOfUrl,
	forgetRegistration,
	parseRememberedRegistrations,
	REMEMBERED_REGISTRATIONS_KEY,
	type RememberedRegistration,
	type RememberedRegistrations,
} from '../../../core/registration/remembered';
import { BoundedMap } from '../../../core/memory';

/** Where registrations are remembered between calls of the hooks. */
export type RegistrationMemory = {
	find(fingerprint: string): RememberedRegistration | undefined;
	/** The latest for a webhook URL, whatever else it was registered with. */
	findByUrl(webhookUrl: string): RememberedRegistration | undefined;
	add(fingerprint: string, registration: RememberedRegistration): void;
	forget(fingerprint: string): void;
	/** Whether the workflow remembers none at all. */
	isEmpty(): boolean;
};

function toStaticData(registrations: RememberedRegistrations): IDataObject {
	return Object.fromEntries(
		Object.entries(registrations).map(([fingerprint, { events, ...entry }]) => [
			fingerprint,
			{ ...entry, events: [...events] },
		]),
	);
}

/**
 * The workflow's global static data: node static data is lost when the node is renamed, and one
 * workflow may hold two triggers.
 */
function openWorkflowMemory(context: IHookFunctions): RegistrationMemory {
	const staticData = context.getWorkflowStaticData('global');
	const read = () => parseRememberedRegistrations(staticData[REMEMBERED_REGISTRATIONS_KEY]);
	const write = (registrations: RememberedRegistrations) => {
		staticData[REMEMBERED_REGISTRATIONS_KEY] = toStaticData(registrations);
	};
	return {
		find: (fingerprint) => findRegistration(read(), fingerprint),
		findByUrl: (webhookUrl) => findRegistrationOfUrl(Object.values(read()), webhookUrl),
		add: (fingerprint, registration) => write(addRegistration(read(), fingerprint, registration)),
		forget: (fingerprint) => write(forgetRegistration(read(), fingerprint)),
		isEmpty: () => Object.keys(read()).length === 0,
	};
}

const MAX_REGISTRATIONS = 10_000;

/** Registrations that this process made, until it ends. */
const registrations = new BoundedMap<RememberedRegistration>(MAX_REGISTRATIONS);

/** "Listen for test event" starts with empty static data that is never kept: remember in the process. */
const processMemory: RegistrationMemory = {
	find: (fingerprint) => registrations.get(fingerprint),
	findByUrl: (webhookUrl) => findRegistrationOfUrl(registrations.values(), webhookUrl),
	add: (fingerprint, registration) => registrations.set(fingerprint, registration),
	forget: (fingerprint) => registrations.delete(fingerprint),
	isEmpty: () => true,
};

/** Longer than a publication can take: what is in static data then was not discarded. */
const PUBLICATION_MS = 2 * 60 * 1000;

/** Long enough to mend what stopped the publication, and to publish again. */
const TRUSTED_MS = 60 * 60 * 1000;

/** A registration that this process made, however long ago: what a test left is known nowhere else. */
export function findMadeHere(fingerprint: string): RememberedRegistration | undefined {
	return processMemory.find(fingerprint);
}

/** The memory for this call: the process's alone if n8n listens for a test event. */
export function openRegistrationMemory(context: IHookFunctions): RegistrationMemory {
	return context.getActivationMode() === 'manual' ? processMemory : openBothMemories(context);
}

function isYounger({ registeredAt }: RememberedRegistration, milliseconds: number): boolean {
	return Date.now() - new Date(registeredAt).getTime() < milliseconds;
}

/**
 * The workflow's memory, with the process's behind it for an hour: n8n discards what a hook stored
 * if the publication fails for another reason, such as a second trigger, although the webhook
 * exists. Once it is sure that nothing was discarded, the workflow's alone counts, since another process
 * may take it back.
 */
function openBothMemories(context: IHookFunctions): RegistrationMemory {
	const workflowMemory = openWorkflowMemory(context);
	return {
		find(fingerprint) {
			const stored = workflowMemory.find(fingerprint);
			if (stored !== undefined) {
				if (!isYounger(stored, PUBLICATION_MS)) processMemory.forget(fingerprint);
				return stored;
			}
			const made = processMemory.find(fingerprint);
			if (made === undefined || !isYounger(made, TRUSTED_MS)) return undefined;
			workflowMemory.add(fingerprint, made);
			return made;
		},
		findByUrl: (webhookUrl) =>
			workflowMemory.findByUrl(webhookUrl) ?? processMemory.findByUrl(webhookUrl),
		add(fingerprint, registration) {
			processMemory.add(fingerprint, registration);
			workflowMemory.add(fingerprint, registration);
		},
		forget(fingerprint) {
			processMemory.forget(fingerprint);
			workflowMemory.forget(fingerprint);
		},
		isEmpty: () => workflowMemory.isEmpty(),
	};
}

type UnsettledRegistration = {
	error: Error;
	until: number;
};

const unsettled = new Map<string, UnsettledRegistration>();

/**
 * Registrations that may or may not exist at the service, or before which a refresh failed. n8n calls
 * a failing `create` up to five times: a second POST could make a second webhook that nobody can
 * delete, and a refresh token that is sent twice may end the session. Until then (milliseconds since
 * 1970) the further attempts fail with the same error and send nothing.
 */
export function rememberUnsettled(fingerprint: string, error: Error, until: number): void {
	const now = Date.now();
	for (const [key, entry] of unsettled) if (entry.until <= now) unsettled.delete(key);
	unsettled.set(fingerprint, { error, until });
}

/** The error of an unsettled registration with this fingerprint, `undefined` if there is none. */
export function findUnsettled(fingerprint: string, now: number): Error | undefined {
	const entry = unsettled.get(fingerprint);
	return entry !== undefined && entry.until > now ? entry.error : undefined;
}
