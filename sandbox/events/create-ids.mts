import type { Random } from './create-random.mts';

export type ConversationIds = ReturnType<typeof createIds>;

/** The ids of one conversation and of all that it names. */
export const createIds = (random: Random) => ({
	conversation: random.uuid(),
	agent: random.uuid(),
	calledBy: random.uuid(),
	language: random.uuid(),
	locale: random.uuid(),
	testRun: random.uuid(),
	test: random.uuid(),
	campaign: random.uuid(),
	campaignItem: random.uuid(),
	ttsVersion: random.uuid(),
	ttsVoice: random.uuid(),
	invite: random.uuid(),
	call: random.hex(32),
	egress: random.hex(12),
	dispatch: random.hex(12),
	job: random.hex(12),
	synthesizedJob: random.hex(12),
	session: random.hex(40),
});
