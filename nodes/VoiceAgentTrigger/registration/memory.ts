import type { IHookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../../core/memory';
import {
	parseRememberedRegistrations,
	REMEMBERED_REGISTRATIONS_KEY,
	type RememberedRegistration,
} from '../../../core/registration/remembered';

/**
 * What this process registered. n8n discards what a hook stored if the publication fails for another
 * reason, although the webhook exists. Of "Listen for test event" n8n keeps nothing at all.
 */
const madeHere = new BoundedMap<RememberedRegistration>();

/** Longer than a publication can take: what is in static data then was not discarded. */
const PUBLICATION_MS = 2 * 60 * 1000;

/** Long enough to mend what stopped the publication, and to publish again. */
const TRUSTED_MS = 60 * 60 * 1000;

/**
 * The registration with this fingerprint, if it is remembered: by the workflow, or for an hour by this
 * process. Once nothing can have been discarded, the workflow's alone counts, since another process may
 * take it back. A test's is known to the process alone.
 */
export function findRegistration(context: IHookFunctions, fingerprint: string) {
	const made = madeHere.get(fingerprint);
	if (isTest(context)) return made;
	const stored = listRegistrations(context).get(fingerprint);
	if (stored !== undefined) {
		if (!isYounger(stored, PUBLICATION_MS)) madeHere.delete(fingerprint);
		return stored;
	}
	if (made === undefined || !isYounger(made, TRUSTED_MS)) return undefined;
	rememberRegistration(context, fingerprint, made);
	return made;
}

/** A registration that this process made, however long ago: what a test left is known nowhere else. */
export function findMadeHere(fingerprint: string): RememberedRegistration | undefined {
	return madeHere.get(fingerprint);
}

export function findRegistrationOfUrl(context: IHookFunctions, webhookUrl: string) {
	// The workflow's come last, so they are found first.
	const remembered = [...madeHere.values(), ...listRegistrations(context).values()];
	return remembered.findLast((each) => each.webhookUrl === webhookUrl);
}

/**
 * By fingerprint, in global static data: a node's own is lost when the node is renamed, and one workflow
 * may hold two triggers.
 */
export function listRegistrations(context: IHookFunctions): Map<string, RememberedRegistration> {
	const staticData = context.getWorkflowStaticData('global');
	return parseRememberedRegistrations(staticData[REMEMBERED_REGISTRATIONS_KEY]);
}

/** "Listen for test event" starts with empty static data that is never kept. */
export function isTest(context: IHookFunctions): boolean {
	return context.getActivationMode() === 'manual';
}

export function rememberRegistration(
	context: IHookFunctions,
	fingerprint: string,
	registration: RememberedRegistration,
): void {
	madeHere.set(fingerprint, registration);
	if (!isTest(context)) store(context, listRegistrations(context).set(fingerprint, registration));
}

export function forgetRegistration(context: IHookFunctions, fingerprint: string): void {
	madeHere.delete(fingerprint);
	const stored = listRegistrations(context);
	if (stored.delete(fingerprint)) store(context, stored);
}

/** As a copy, because n8n watches what is in static data, and changes it for that. */
function store(
	context: IHookFunctions,
	registrations: ReadonlyMap<string, RememberedRegistration>,
): void {
	const staticData = context.getWorkflowStaticData('global');
	staticData[REMEMBERED_REGISTRATIONS_KEY] = structuredClone(Object.fromEntries(registrations));
}

function isYounger({ registeredAt }: RememberedRegistration, milliseconds: number): boolean {
	return Date.now() - new Date(registeredAt).getTime() < milliseconds;
}
