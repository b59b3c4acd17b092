interface Cookie {
	name: string;
	value: string;
	path: string;
}

/** The cookies of one browser towards one server. A jar used again is the same browser again. */
export class CookieJar {
	#cookies = new Map<string, Cookie>();

	/** Takes what a response sets; an expired cookie is removed. */
	store(response: Response): void {
		for (const line of response.headers.getSetCookie()) {
			const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
			const separator = pair.indexOf('=');
			const name = pair.slice(0, separator);
			const value = pair.slice(separator + 1);
			const read = (key: string) =>
				attributes
					.find((attribute) => attribute.toLowerCase().startsWith(`${key}=`))
					?.slice(key.length + 1);
			const path = read('path') ?? '/';
			const expires = read('expires');
			const isGone = read('max-age') === '0' || (expires && Date.parse(expires) <= Date.now());
			if (isGone) this.#cookies.delete(`${path} ${name}`);
			else this.#cookies.set(`${path} ${name}`, { name, value, path });
		}
	}

	/** The `Cookie` header for an address; cookies of a longer path first, as browsers send them. */
	header(url: URL): string {
		return [...this.#cookies.values()]
			.filter(({ path }) => isBelow(url.pathname, path))
			.sort((one, other) => other.path.length - one.path.length)
			.map(({ name, value }) => `${name}=${value}`)
			.join('; ');
	}
}

function isBelow(pathname: string, path: string): boolean {
	if (!pathname.startsWith(path)) return false;
	return path.endsWith('/') || pathname.length === path.length || pathname[path.length] === '/';
}
