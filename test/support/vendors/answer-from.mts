import type { RequestListener } from 'node:http';
import { answerOn, type Answer, type Switchboard } from './switchboard.mts';
import {
	answerRequest,
	findRoute,
	readVendorRequest,
	type Vendor,
	type VendorRequest,
} from './vendor.mts';

/** The vendors as one user of them has them. */
export interface Account {
	vendors: Vendor[];
	switchboard: Switchboard;
	/** Requests that no vendor would take, and hosts that nobody should call; to stay empty. */
	problems: string[];
}

/** Answers what the vendor of the host would; what none would take is a 400, and a problem. */
export function answerFrom(accounts: Account[]): RequestListener {
	return async (request, response) => {
		const host = request.headers.host ?? '';
		const read = await readVendorRequest(request).catch((error: unknown) => error);
		const { account, vendor } = findVendor(accounts, host, read);
		const report = (problem: unknown): Answer => {
			account?.problems.push(`${request.method} ${host}${request.url}: ${String(problem)}`);
			return { status: 400, body: { message: 'Not as the reference says' } };
		};
		const answer = await findAnswer().catch(report);
		if (answer === undefined) {
			request.socket.destroy();
			return;
		}
		const { status, body, headers } = answer;
		response
			.writeHead(status, { 'content-type': 'application/json', ...headers })
			.end(JSON.stringify(body));

		async function findAnswer() {
			if (!isRequest(read)) throw read;
			if (account === undefined || vendor === undefined) throw new Error('there is no such host');
			const { switchboard } = account;
			const serve = () => answerRequest(vendor, read).catch(report);
			const found = findRoute(vendor, read);
			if (found?.isToken && read.method === 'POST') {
				const isRefresh = String(read.body).includes('refresh_token');
				if (!isRefresh || switchboard.isSignedIn()) return serve();
				return { status: 400, body: { error: 'invalid_grant' } };
			}
			const sent = `${read.method} ${read.path}`;
			const name = found?.name ?? sent;
			const arrival = { names: [name, sent], host };
			return answerOn(switchboard, arrival, serve, vendor.emptyPages?.[name]);
		}
	};
}

const isRequest = (read: unknown): read is VendorRequest =>
	typeof read === 'object' && read !== null && !(read instanceof Error);

/** Whose request it is: by its authorization, or by what else names an account. */
function findVendor(accounts: Account[], host: string, read: unknown) {
	const all = accounts.flatMap((account) =>
		account.vendors.filter((one) => one.host === host).map((vendor) => ({ account, vendor })),
	);
	const asked = isRequest(read)
		? (all.find(
				({ vendor }) =>
					vendor.authorization !== undefined && vendor.authorization === read.authorization,
			) ?? all.find(({ vendor }) => vendor.isAsked?.(read)))
		: undefined;
	return asked ?? all[0] ?? { account: accounts[0], vendor: undefined };
}
