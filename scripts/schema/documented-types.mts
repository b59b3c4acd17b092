/** The types that `docs/conversation-fields.md` is generated from. */
export type * from '../../core/conversation/conversation.ts';
export type * from '../../core/conversation/conversation-summary.ts';
export type * from '../../core/conversation/delivery-verdict.ts';
export type * from '../../core/conversation/turn.ts';
export type * from '../../core/conversation/build-turn-items.ts';
export type * from '../../core/conversation/build-tool-call-items.ts';
export type * from '../../core/conversation/parse-issue.ts';
