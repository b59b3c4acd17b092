/** One history entry before it has a date: moments are milliseconds since the agent joined. */
export interface PlannedTurn {
	role: string;
	kind: string;
	id: string;
	createdAtMs: number;
	content?: string;
	interrupted?: boolean;
	transcriptConfidence?: number;
	/** Who is heard, and when. */
	speech?: { speaker: 'agent' | 'caller'; startMs: number; stopMs: number };
	/** In seconds. */
	delays?: Record<string, number>;
	tool?: {
		name: string;
		callId: string;
		argumentsJson?: string;
		output?: string;
		isError?: boolean;
	};
	handoffToAgentId?: string;
	instructions?: string;
	toolsAdded?: string[];
}
