import { booking } from '../dialogues/booking.mts';
import { complaint } from '../dialogues/complaint.mts';
import type { Dialogue, DialogueStep } from '../dialogues/dialogue.mts';
import { parcel } from '../dialogues/parcel.mts';
import type { ConversationOptions } from '../types.mts';
import type { Random } from './random.mts';

const starterNames = ['Amina Haddad', 'Chiara Fontana', 'Daniel Okafor', 'Elif Aydin'];
const campaignNames = ['Autumn check-up reminders', 'Delivery satisfaction survey'];

const errors = {
	completed: undefined,
	failed: 'The telephony provider closed the call.',
	no_answer: 'The call was not answered.',
};

/**
 * A dialogue of at least `count` history entries, out of the steps of written ones: its sentences need
 * not belong together. With 8 entries or more every feature that is switched on occurs.
 */
export function inventDialogue(
	random: Random,
	options: ConversationOptions,
	count: number,
): Dialogue {
	const every = options.everyField ?? false;
	const outcome = options.outcome ?? 'completed';
	const isAnswered = outcome !== 'no_answer';
	const isTest = every || (options.withTestRun ?? false);
	const withHandoff = every || (options.withHandoff ?? false);
	const written = random.pick([booking, parcel]);
	const invented = {
		title: 'Made up',
		agent: written.agent,
		startedBy: random.pick(starterNames),
		line: inventLine(random),
		locale: random.pick(['en-US', 'en-GB', 'en-AU']),
		outcome,
		errorMessage: errors[outcome] ?? (every ? 'One tool answered late.' : undefined),
		roomError:
			outcome === 'failed' || every ? 'The media server lost the caller for a moment.' : undefined,
		operatorInviteReason: isAnswered && withHandoff ? complaint.operatorInviteReason : undefined,
		urlParameters: { source: 'website', customer_id: `C-${random.integer(1000, 9999)}` },
		campaignName: inventCampaign(random, every || (options.withCampaign ?? true)),
		testEvaluation: isTest ? inventEvaluation(outcome === 'completed') : undefined,
		hasRecording: isAnswered && (every || (options.withRecording ?? true)),
		steps: inventSteps(random, written.steps, count, {
			withHandoff,
			withTools: every || (options.withTools ?? true),
			withInterruptions: every || (options.withInterruptions ?? true),
		}),
	};
	// A call without a campaign came in.
	return invented.campaignName === undefined ? { ...invented, startedBy: undefined } : invented;
}

/** Phone numbers of the range kept for fiction (555-01xx). */
function inventLine(random: Random): Dialogue['line'] {
	const areaCode = random.pick(['202', '303', '415', '617', '773']);
	const inventNumber = () => `+1${areaCode}55501${random.integer(10, 99)}`;
	return {
		provider: random.pick(['Twilio', 'Telnyx', 'Vonage']),
		from: inventNumber(),
		to: inventNumber(),
	};
}

function inventCampaign(random: Random, isWanted: boolean): string | undefined {
	const name = random.pick(campaignNames);
	return isWanted ? name : undefined;
}

const inventEvaluation = (success: boolean) => ({
	success,
	reasons: [
		success ? 'The goal was reached.' : 'The conversation ended before the goal was reached.',
	],
	completion_reason: success ? 'GoalReached' : 'StepsExhausted',
});

interface Features {
	withTools: boolean;
	withHandoff: boolean;
	withInterruptions: boolean;
}

function inventSteps(
	random: Random,
	written: readonly DialogueStep[],
	count: number,
	{ withTools, withHandoff, withInterruptions }: Features,
): DialogueStep[] {
	const persons = written.filter((step) => 'person' in step);
	const tools = written.filter((step) => 'tool' in step);
	const spoken = written.filter((step) => 'agent' in step);
	const interrupted = spoken.filter(({ isInterrupted }) => isInterrupted);
	const whole = spoken.filter(({ isInterrupted }) => !isInterrupted);
	const handoff = complaint.steps.filter((step) => 'handoffInstructions' in step);

	const steps: DialogueStep[] = whole.slice(0, 1);
	for (let round = 0; steps.length < count; round += 1) {
		steps.push(random.pick(persons));
		if (withTools && (round === 0 || random.chance(0.3))) steps.push(random.pick(tools));
		const isInterrupted = withInterruptions && (round === 0 || random.chance(0.15));
		steps.push(random.pick(isInterrupted ? interrupted : whole));
		if (withHandoff && round === 0) steps.push(...handoff);
	}
	return steps;
}
