/** What n8n may store of a conversation, for each byte of its body and beside it: test/hostile/results.md. */
export const ITEM_LIMIT = { times: 10, bytesMore: 1_000_000 };
