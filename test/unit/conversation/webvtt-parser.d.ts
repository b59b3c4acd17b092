/** What the tests use of webvtt-parser, which brings no types. */
declare module 'webvtt-parser' {
	interface Node {
		type: string;
		value?: string;
		children: Node[];
	}
	interface ParsedCue {
		/** Seconds. */
		startTime: number;
		/** Seconds. */
		endTime: number;
		tree: Node;
	}
	export class WebVTTParser {
		parse(text: string): {
			cues: ParsedCue[];
			errors: Array<{ message: string; line: number; col: number }>;
		};
	}
}
