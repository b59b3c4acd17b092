import type { Dialogue, DialogueStep } from '../dialogues/dialogue.mts';
import { createRandom, type Random } from './random.mts';
import {
	planAgentSpeech,
	planCallerSpeech,
	planHandoff,
	planInstructions,
	planToolTurns,
	type PlannedTurn,
} from './plan-turns.mts';
import {
	createIds,
	planTimes,
	type ConversationInput,
	type PlannedConversation,
} from './planned-conversation.mts';

/** A dialogue as it was written, with ids and delays by the seed. */
export function planDialogue(
	dialogue: Dialogue,
	{ seed, endedAtMs }: Pick<ConversationInput, 'seed' | 'endedAtMs'>,
): PlannedConversation {
	const random = createRandom(seed);
	const ids = createIds(random);
	const { line, testEvaluation } = dialogue;
	const turns = planSteps(random, dialogue);
	return {
		ids,
		agentTitle: dialogue.agent.title,
		people: {
			calledBy: dialogue.calledBy,
			provider: line?.provider ?? null,
			from: line?.from ?? null,
			to: line?.to ?? null,
		},
		locale: dialogue.locale,
		outcome: dialogue.outcome,
		errorMessage: dialogue.errorMessage ?? null,
		roomError: dialogue.roomError ?? null,
		operatorInviteReason: dialogue.operatorInviteReason ?? null,
		campaignName: dialogue.campaignName ?? null,
		urlParameters: dialogue.urlParameters ?? {},
		testEvaluation: testEvaluation ?? null,
		hasRecording: dialogue.hasRecording,
		turns,
		synthesizedTurns:
			testEvaluation === undefined ? [] : turns.filter(({ speech }) => speech !== undefined),
		times: planTimes(turns, endedAtMs),
	};
}

function planSteps(random: Random, { agent, steps }: Dialogue): PlannedTurn[] {
	const turns = [planInstructions(random, agent)];
	for (const step of steps) {
		const last = turns.at(-1);
		turns.push(...planStep(random, step, last?.speech?.stopMs ?? last?.createdAtMs ?? 0));
	}
	return turns;
}

function planStep(random: Random, step: DialogueStep, afterMs: number): PlannedTurn[] {
	if ('agent' in step) {
		return [planAgentSpeech(random, step.agent, afterMs, step.isInterrupted ?? false)];
	}
	if ('person' in step) return [planCallerSpeech(random, step.person, afterMs)];
	if ('tool' in step) {
		const { tool: name, toolArguments, output, isError = false } = step;
		return planToolTurns(random, { name, toolArguments }, afterMs, () => ({ output, isError }));
	}
	return [planHandoff(random, step.handoffInstructions, step.toolsAdded, afterMs)];
}
