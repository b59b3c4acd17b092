import { agentTest } from './agent-test.mts';
import { booking } from './booking.mts';
import { campaignCall } from './campaign-call.mts';
import { complaint } from './complaint.mts';
import type { Dialogue } from './dialogue.mts';
import { failedCall } from './failed-call.mts';
import { missedCall } from './missed-call.mts';
import { parcel } from './parcel.mts';
import { voicemail } from './voicemail.mts';

/** In the order in which the page offers them. */
export const dialogues = {
	booking,
	parcel,
	complaint,
	'campaign-call': campaignCall,
	voicemail,
	'missed-call': missedCall,
	'failed-call': failedCall,
	'agent-test': agentTest,
} satisfies Record<string, Dialogue>;

export type DialogueName = keyof typeof dialogues;

export const dialogueNames = Object.keys(dialogues).filter(
	(name): name is DialogueName => name in dialogues,
);
