import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../../core/memory';
import {
	parseRememberedRegistrations,
	REMEMBERED_REGISTRATIONS_KEY,
	type RememberedRegistration,
} from '../../../core/registration/remembered';

/** Made by this process: n8n discards what a hook writes to static data if publishing fails, and after a test. */
const ownRegistrations = new BoundedMap<RememberedRegistration>();

/** Longer than publishing can take: a registration of this age in static data has been saved there for good. */
const PUBLICATION_MS = 2 * 60 * 1000;

/** How long a registration that only this process remembers counts: time to mend what stopped publishing. */
const TRUSTED_MS = 60 * 60 * 1000;

/** The registrations that the workflow remembers, and those that this process made. */
export function openMemory(context: IHookFunctions) {
	// "Listen for test event" starts with empty static data that is never kept.
	const isTest = context.getActivationMode() === 'manual';
	// Two places: renaming a node loses the node's static data, and a Code node can empty the workflow's. Two
	// triggers share the workflow's: the webhook URL is part of the fingerprint, so their entries differ.
	const getPlaces = () =>
		(['node', 'global'] as const).map((type) => context.getWorkflowStaticData(type));
	const read = (place: IDataObject) =>
		parseRememberedRegistrations(place[REMEMBERED_REGISTRATIONS_KEY]);
	const list = () => new Map(getPlaces().flatMap((place) => [...read(place)]));
	const change = (alter: (registrations: Map<string, RememberedRegistration>) => unknown) => {
		for (const place of getPlaces()) {
			const registrations = read(place);
			alter(registrations);
			// A copy, because n8n changes objects in static data to watch them.
			place[REMEMBERED_REGISTRATIONS_KEY] = structuredClone(Object.fromEntries(registrations));
		}
	};
	const remember = (fingerprint: string, registration: RememberedRegistration): void => {
		const stored = list();
		if (isTest || !stored.has(fingerprint)) ownRegistrations.set(fingerprint, registration);
		// The workflow has saved the registration, and another process may remove it there: no copy is left here.
		else if (!isYounger(registration, PUBLICATION_MS)) ownRegistrations.delete(fingerprint);
		if (!isTest) change((registrations) => registrations.set(fingerprint, registration));
	};
	return {
		isTest,
		/** The registrations of the workflow, by fingerprint. */
		list,
		remember,
		/** Whether a registration can be relied on. Outside of a test, the workflow then stores it, too. */
		adopt(fingerprint: string): boolean {
			const made = ownRegistrations.get(fingerprint);
			const isTrusted = made !== undefined && (isTest || isYounger(made, TRUSTED_MS));
			const known = list().get(fingerprint) ?? (isTrusted ? made : undefined);
			if (known !== undefined) remember(fingerprint, known);
			return known !== undefined;
		},
		/** The registration of the workflow, else of this process, of any age: a test stores none in the workflow. */
		recall: (fingerprint: string) => list().get(fingerprint) ?? ownRegistrations.get(fingerprint),
		findOfUrl(webhookUrl: string): RememberedRegistration | undefined {
			// The search begins at the end, with the registrations of the workflow.
			const remembered = [...ownRegistrations.values(), ...list().values()];
			return remembered.findLast((each) => each.webhookUrl === webhookUrl);
		},
		forget(fingerprint: string): void {
			ownRegistrations.delete(fingerprint);
			change((registrations) => registrations.delete(fingerprint));
		},
	};
}

function isYounger({ registeredAt }: RememberedRegistration, milliseconds: number): boolean {
	return Date.now() - new Date(registeredAt).getTime() < milliseconds;
}
