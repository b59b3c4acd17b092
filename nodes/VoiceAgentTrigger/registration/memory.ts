import type { IHookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../../core/memory';
import {
	parseRememberedRegistrations,
	REMEMBERED_REGISTRATIONS_KEY,
	type RememberedRegistration,
} from '../../../core/registration/remembered';

/** n8n discards the static data of a hook if publishing fails later, and always after a test. */
const ownRegistrations = new BoundedMap<RememberedRegistration>();

/** Longer than a publication can take: n8n has kept static data of that age. */
const PUBLICATION_MS = 2 * 60 * 1000;

/** Long enough to mend what stopped the publication, and to publish again. */
const TRUSTED_MS = 60 * 60 * 1000;

/** The registrations that the workflow and this process remember. */
export function openMemory(context: IHookFunctions) {
	// "Listen for test event" starts with empty static data that is never kept.
	const isTest = context.getActivationMode() === 'manual';
	// Global: renaming a node loses the static data of the node, and one workflow may hold two triggers.
	const getStaticData = () => context.getWorkflowStaticData('global');
	const list = () => parseRememberedRegistrations(getStaticData()[REMEMBERED_REGISTRATIONS_KEY]);
	const store = (registrations: ReadonlyMap<string, RememberedRegistration>) => {
		// A copy, because n8n changes objects in static data to watch them.
		const copy = structuredClone(Object.fromEntries(registrations));
		getStaticData()[REMEMBERED_REGISTRATIONS_KEY] = copy;
	};
	/** From the workflow, else for an hour from this process; for a test from this process alone. */
	const find = (fingerprint: string): RememberedRegistration | undefined => {
		const made = ownRegistrations.get(fingerprint);
		if (isTest) return made;
		const isTrusted = made !== undefined && isYounger(made, TRUSTED_MS);
		return list().get(fingerprint) ?? (isTrusted ? made : undefined);
	};
	/**
	 * For the workflow and this process. Once the workflow has had a registration for longer than a
	 * publication takes, the workflow alone counts: another process may forget the registration there.
	 */
	const remember = (fingerprint: string, registration: RememberedRegistration): void => {
		const stored = list();
		if (isTest || !stored.has(fingerprint)) ownRegistrations.set(fingerprint, registration);
		else if (!isYounger(registration, PUBLICATION_MS)) ownRegistrations.delete(fingerprint);
		if (!isTest && !stored.has(fingerprint)) store(stored.set(fingerprint, registration));
	};
	return {
		isTest,
		/** The registrations that the workflow remembers, by fingerprint. */
		list,
		find,
		remember,
		/** Whether a registration is known; it is then remembered in both places. */
		adopt(fingerprint: string): boolean {
			const known = find(fingerprint);
			if (known !== undefined) remember(fingerprint, known);
			return known !== undefined;
		},
		/** What this process registered, at any age: a registration of a test is remembered here alone. */
		findMadeHere: (fingerprint: string) => ownRegistrations.get(fingerprint),
		findOfUrl(webhookUrl: string): RememberedRegistration | undefined {
			// Registrations of the workflow come last, so the search from the end meets them first.
			const remembered = [...ownRegistrations.values(), ...list().values()];
			return remembered.findLast((each) => each.webhookUrl === webhookUrl);
		},
		forget(fingerprint: string): void {
			ownRegistrations.delete(fingerprint);
			const stored = list();
			if (stored.delete(fingerprint)) store(stored);
		},
	};
}

function isYounger({ registeredAt }: RememberedRegistration, milliseconds: number): boolean {
	return Date.now() - new Date(registeredAt).getTime() < milliseconds;
}
