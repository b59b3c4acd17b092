/** What n8n shows of a failure, and the item that it names. */
type Shown = { itemIndex?: number; [field: string]: unknown };

/** Expects that a run fails with this code, and that n8n shows this of it. */
export async function expectFailure(
	run: Promise<unknown>,
	code: unknown,
	{ itemIndex, ...shown }: Shown = {},
): Promise<void> {
	const context = itemIndex === undefined ? { code } : { code, itemIndex };
	await expect(run).rejects.toMatchObject({ ...shown, context });
}
