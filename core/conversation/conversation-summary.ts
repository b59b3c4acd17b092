/** What is worked out from a conversation; nothing of it is part of the interface document. */
export type ConversationSummary = {
	/**
	 * What was said, one line a turn, as `Role: text`. Without system turns, tool calls and their
	 * outputs. Empty where nothing was said.
	 */
	transcript: string;
	/** Entries of the history. */
	turn_count: number;
	/** Entries of each kind of speaker; roles are compared without regard to case. */
	turn_count_by_role: Record<SpeakerGroup, number>;
	/** Tool calls, including outputs whose call is not in the history. */
	tool_call_count: number;
	/** Tool calls of which the output says that they failed. */
	tool_error_count: number;
	/** Turns in which the speaker was interrupted. */
	interruption_count: number;
	/**
	 * Seconds of speech, from `started_speaking_at` and `stopped_speaking_at`; `null` where no turn
	 * of that speaker has both.
	 */
	speaking_seconds_by_role: { user: number | null; agent: number | null };
	/** Whether there is a recording: `has_audio` is true, or there is any audio URL. */
	has_recording: boolean;
	/** Figures of `e2e_latency`, in the unit the service uses: none is documented. */
	latency: LatencySummary;
};

/** `null` where no turn has the figure. */
export type LatencySummary = {
	/** How many turns have the figure. */
	count: number;
	/** Middle value; of an even number, the mean of the two in the middle. */
	median: number | null;
	/** 95th percentile by nearest rank. */
	p95: number | null;
	/** Largest value. */
	maximum: number | null;
};

/** Who speaks, as far as the role tells. `other` holds tools, unknown roles and turns without one. */
export type SpeakerGroup = 'user' | 'agent' | 'system' | 'other';
