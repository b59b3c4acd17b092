import { setTimeout as startTimer } from 'node:timers/promises';
import Koa from 'koa';
import { createAccessTokenCheck } from './api/check-access-token.mts';
import { createApiRouter } from './api/create-api-router.mts';
import { recordRequests } from './api/record-requests.mts';
import { choosePeople } from './default-people.mts';
import { finishConversations } from './deliveries/finish-conversations.mts';
import { meetFaults } from './faults/meet-faults.mts';
import { switchOnFault } from './faults/switch-on-fault.mts';
import { startIdentity } from './identity/start-identity.mts';
import { useOtherIdentity } from './identity/use-other-identity.mts';
import { speak } from './dialects/dialects.mts';
import { listenOnLoopback } from './listen-on-loopback.mts';
import { createPageRouter, type PageContext } from './page/create-page-router.mts';
import { answerProblems } from './problem.mts';
import { clearFaults, createState, endDeliveries, resetState } from './state.mts';
import type { IdentityOptions, IdentityServer } from './identity/identity-types.mts';
import type { Sandbox, SandboxOptions, Wait } from './types.mts';

/**
 * Starts the stand-in for the whole service: identity server, API, events, web page. Both servers listen
 * on 127.0.0.1 only. Rejects with the system's error if a port that was asked for is taken.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { seed = 1, now = () => new Date(), dialects = [], audience = 'voice-agent-api' } = options;
	const wait: Wait =
		options.wait ?? ((milliseconds, signal) => startTimer(milliseconds, undefined, { signal }));
	const people = choosePeople(options);
	const state = createState(seed, dialects);

	const server = await listenOnLoopback(options.port ?? 0);
	const identity = await openIdentity(options.identityServerUrl, {
		port: options.identityPort,
		clients: Object.values(people.clients),
		users: people.users,
		audience,
		lifetimes: options.lifetimes,
		memory: options.identityMemory,
		before: [recordRequests(state), meetFaults(state, 'identity')],
		speech: () => state.speech,
		wait,
	}).catch(async (error) => {
		await server.close();
		throw error;
	});
	const events = finishConversations({
		state,
		identity,
		now,
		wait,
		baseUrl: server.url,
		retryDelaysMs: options.retryDelaysMs ?? [1000, 5000, 30000],
		maxRetryAfterMs: options.maxRetryAfterMs ?? 30000,
	});
	const subjects = { state, identity, wait, stopListening: server.stopListening };
	const endFaults = () => {
		clearFaults(state);
		server.listenAgain();
	};
	server.serve(createApp({ ...subjects, people, now, events, endFaults }).callback());

	return {
		url: server.url,
		identityServerUrl: identity.url,
		identity,
		clients: people.clients,
		user: people.user,
		requests: state.requests,
		registrations: state.registrations,
		deliveries: state.deliveries,
		trappedCalls: state.trappedCalls,
		faults: state.faults,
		dialects,
		...events,
		setDialects: (names) => {
			state.speech = speak(names);
		},
		switchOnFault: (name, faultOptions) => switchOnFault(subjects, name, faultOptions),
		clearFaults: endFaults,
		reset: async () => {
			resetState(state, seed, dialects);
			server.listenAgain();
			await identity.reset();
		},
		close: async () => {
			clearFaults(state);
			endDeliveries(state);
			await Promise.all([server.close(), identity.close()]);
		},
	};
}

async function openIdentity(
	otherUrl: string | undefined,
	own: IdentityOptions,
): Promise<IdentityServer> {
	return otherUrl === undefined
		? await startIdentity(own)
		: useOtherIdentity(otherUrl, own.audience);
}

/** API, recordings, web app and page in one; the page's own requests are neither recorded nor faulted. */
function createApp(context: PageContext & { wait: Wait }): Koa {
	const { state, identity, people, now, wait } = context;
	const checkAccessToken = createAccessTokenCheck({ identity, users: people.users, state });
	const page = createPageRouter(context);
	const api = createApiRouter({ state, now, wait, checkAccessToken });
	const app = new Koa();
	app.on('error', reportError);
	app.use(answerProblems());
	app.use(page.routes());
	app.use(recordRequests(state));
	app.use(meetFaults(state, 'api'));
	app.use(answerProblems((...rejection) => state.speech.ways.writeProblem(...rejection)));
	app.use(api.routes());
	app.use(api.allowedMethods());
	return app;
}

const endedByClient = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'];

/** A recording that the client stops reading is no error of the sandbox. */
function reportError(error: Error & { code?: string }): void {
	if (!endedByClient.includes(error.code ?? '')) console.error(error);
}
