/** One kind of call that an agent handles. */
export interface Scenario {
	agentTitle: string;
	instructions: string;
	greeting: string;
	agentPhrases: readonly string[];
	callerPhrases: readonly string[];
	tools: readonly ScenarioTool[];
	/** Tools that a second agent brings along after a handoff. */
	specialistTools: readonly string[];
}

export interface ScenarioTool {
	name: string;
	toolArguments: Record<string, unknown>;
	output: string;
	failure: string;
}

const appointments: Scenario = {
	agentTitle: 'Clinic Reception',
	instructions:
		'You are the friendly receptionist of a dental clinic. Find out what the caller needs, then book, move or cancel an appointment.',
	greeting: 'Good morning, this is the clinic. How can I help you today?',
	agentPhrases: [
		'I have a free slot on Thursday at ten past nine. Would that suit you?',
		'May I have your date of birth, please, so that I can find your file?',
		'That is booked for you. You will get a text message with the details.',
		'Dr. Weiss is away that week, but Dr. Moreau can see you on the same day.',
		'Is there anything else that I can do for you?',
	],
	callerPhrases: [
		'Hi, I would like to move my appointment to next week.',
		'Thursday morning works, but not before nine.',
		'Yes, that is fine, thank you.',
		'Could you tell me whether I have to bring my insurance card?',
		'Sorry, the line was bad. Could you say that again?',
	],
	tools: [
		{
			name: 'find_free_slots',
			toolArguments: { practitioner: 'Weiss', from: '2026-11-23', days: 5 },
			output: '{"slots":["2026-11-26T09:10","2026-11-26T14:40"]}',
			failure: 'The calendar did not answer in time.',
		},
		{
			name: 'book_appointment',
			toolArguments: { slot: '2026-11-26T09:10', reason: 'check-up', new_patient: false },
			output: '{"booked":true,"reference":"AP-20418"}',
			failure: 'The slot has been taken in the meantime.',
		},
	],
	specialistTools: ['read_invoice', 'send_payment_link'],
};

const parcels: Scenario = {
	agentTitle: 'Parcel Assistant',
	instructions:
		'You help people who wait for a parcel. Ask for the tracking number, look it up, and offer another delivery day.',
	greeting: 'Hello and welcome to parcel support. What is it about?',
	agentPhrases: [
		'Your parcel is at the depot and goes out for delivery tomorrow.',
		'I can leave it at a pick-up point or send it again on Saturday. Which do you prefer?',
		'Could you read me the last four digits of the tracking number?',
		'Done. The driver has a note to ring twice.',
		'I am sorry about the delay. Let me see what happened.',
	],
	callerPhrases: [
		'My parcel should have been here on Monday.',
		'The last four digits are seven, zero, three, eight.',
		'Saturday is perfect, somebody will be at home.',
		'Why did nobody ring the bell?',
		'All right. Thanks for your help, goodbye.',
	],
	tools: [
		{
			name: 'look_up_parcel',
			toolArguments: { tracking_suffix: '7038', country: 'US' },
			output: '{"state":"at_depot","next_attempt":"2026-11-24"}',
			failure: 'No parcel ends in these digits.',
		},
		{
			name: 'change_delivery_day',
			toolArguments: { day: '2026-11-28', note: 'ring twice' },
			output: '{"changed":true}',
			failure: 'The delivery day can no longer be changed.',
		},
	],
	specialistTools: ['open_damage_claim'],
};

export const scenarios: readonly Scenario[] = [appointments, parcels];
