import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import {
	addRegistration,
	findRegistration,
	forgetRegistration,
	parseRememberedRegistrations,
	REMEMBERED_REGISTRATIONS_KEY,
} from '../../../core';
import type { RememberedRegistration, RememberedRegistrations } from '../../../core';

/** Where registrations are remembered between calls of the hooks. */
export interface RegistrationMemory {
	find(fingerprint: string): RememberedRegistration | undefined;
	add(fingerprint: string, registration: RememberedRegistration): void;
	forget(fingerprint: string): void;
}

function toStaticData(registrations: RememberedRegistrations): IDataObject {
	return Object.fromEntries(
		Object.entries(registrations).map(([fingerprint, entry]) => [fingerprint, { ...entry }]),
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
		add: (fingerprint, registration) => write(addRegistration(read(), fingerprint, registration)),
		forget: (fingerprint) => write(forgetRegistration(read(), fingerprint)),
	};
}

const registeredTestUrls = new Map<string, RememberedRegistration>();

/** "Listen for test event" starts with empty static data that is never kept: remember in the process. */
const testMemory: RegistrationMemory = {
	find: (fingerprint) => registeredTestUrls.get(fingerprint),
	add: (fingerprint, registration) => void registeredTestUrls.set(fingerprint, registration),
	forget: (fingerprint) => void registeredTestUrls.delete(fingerprint),
};

/** The memory for this call: the workflow's, or the process's where n8n listens for a test event. */
export function openRegistrationMemory(context: IHookFunctions): RegistrationMemory {
	return context.getActivationMode() === 'manual' ? testMemory : openWorkflowMemory(context);
}

/** Both memories: when a webhook is taken down, n8n does not say which of the two it belongs to. */
export function openAllMemories(context: IHookFunctions): RegistrationMemory[] {
	return [openWorkflowMemory(context), testMemory];
}
