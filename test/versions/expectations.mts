/** What differs from n8n to n8n. Everything else the suite asserts of all alike. */
export interface Expectation {
	/** Whether n8n stores an execution before it answers a delivery. */
	storesBeforeAnswer: boolean;
	/** How n8n sends the secret of a confidential application. */
	confidentialSecret: 'Basic header' | 'form';
	/** Renewals that ten calls refused at the same time may cause. */
	maxRenewals: number;
	/** Examples that use a node which this n8n does not have. */
	examplesWithUnknownNodes: string[];
}

const current: Expectation = {
	storesBeforeAnswer: true,
	confidentialSecret: 'form',
	maxRenewals: 1,
	examplesWithUnknownNodes: [],
};
const withoutDataTables = [
	'agent-test-report',
	'ai-call-questions',
	'ask-before-writing',
	'call-log-data-table',
];
/** n8n 1.123 and 2.0. */
const oldest: Expectation = {
	storesBeforeAnswer: false,
	confidentialSecret: 'Basic header',
	maxRenewals: 10,
	examplesWithUnknownNodes: [...withoutDataTables, 'crm-pipedrive'],
};
/** Before about 2.30 each execution renews for itself. */
const renewingTogether = { ...current, maxRenewals: 10 };

export const expectations: Record<string, Expectation> = {
	'1.123.81': oldest,
	'2.0.3': oldest,
	'2.8.4': {
		...renewingTogether,
		confidentialSecret: 'Basic header',
		examplesWithUnknownNodes: ['crm-pipedrive'],
	},
	'2.20.12': renewingTogether,
	'2.35.7': current,
	'2.40.7': current,
	'2.41.1': current,
};
