/** The headers of a request as Node's http module gives them. */
export type DeliveryHeaders = {
	/** Names in lower case. Of a repeated Authorization header only the first is left here. */
	headers: Readonly<Record<string, unknown>>;
	/** Name, value, name, value …: everything as it was sent. Missing if nobody kept it. */
	rawHeaders?: readonly string[];
};

/** Every value of a header, in the order sent; letter case of the name does not matter. */
export function readHeaderValues(request: DeliveryHeaders, headerName: string): string[] {
	const name = headerName.trim().toLowerCase();
	const { rawHeaders = [] } = request;
	const sent = rawHeaders.filter(
		(_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
	);
	if (sent.length > 0) return sent;
	const left: unknown[] = Object.hasOwn(request.headers, name)
		? [request.headers[name]].flat()
		: [];
	return left.filter((value) => typeof value === 'string');
}
