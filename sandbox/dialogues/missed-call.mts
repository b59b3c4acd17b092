import { booking } from './booking.mts';
import type { Dialogue } from './dialogue.mts';

export const missedCall: Dialogue = {
	title: 'Missed call: the caller hangs up before the agent joins',
	agent: booking.agent,
	line: { provider: 'Twilio', from: '+13035550164', to: '+14155550110' },
	locale: 'en-US',
	outcome: 'no_answer',
	errorMessage: 'The caller hung up before the call was answered.',
	urlParameters: { source: 'website', customer_id: 'C-2077' },
	hasRecording: false,
	steps: [],
};
