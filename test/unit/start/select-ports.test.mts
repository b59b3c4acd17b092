import { choosePorts, rememberPorts } from '../../../host/demo/select-ports.mts';
import { defaultPorts, type Ports } from '../../../host/demo/start-state.mts';

const others: Ports = { n8n: 41001, broker: 41002, api: 41003, identity: 41004 };
const anyFree = 50000;

/** A machine on which somebody listens on these ports. */
const findFreePortWithout =
	(...taken: number[]) =>
	async (wanted: number[]): Promise<number> =>
		wanted.find((port) => !taken.includes(port)) ?? anyFree;

const first = { ports: defaultPorts, earlierPorts: [] };

test('free default ports are taken without a word', async () => {
	expect(await choosePorts(first, findFreePortWithout())).toEqual({
		ports: defaultPorts,
		notices: [],
	});
});

test('a taken port is named with who uses which other one', async () => {
	expect(await choosePorts(first, findFreePortWithout(5678, 4011))).toEqual({
		ports: { ...defaultPorts, n8n: anyFree, identity: anyFree },
		notices: [
			`Port 5678 is taken: n8n uses ${anyFree}.`,
			`Port 4011 is taken: the sandbox's identity server uses ${anyFree}.`,
		],
	});
});

test('the default ports come before those of the last start', async () => {
	const { ports, notices } = await choosePorts(
		{ ports: { ...defaultPorts, n8n: others.n8n }, earlierPorts: [] },
		findFreePortWithout(),
	);
	expect(ports).toEqual(defaultPorts);
	expect(notices).toEqual([`Port 5678 is free again: n8n uses it, not ${others.n8n}.`]);
});

test('a port of an earlier start is kept, also if it was not the last, and it is said', async () => {
	const notice = `Port 4010 is taken: the sandbox uses ${others.api}, as in an earlier start.`;
	for (const earlier of [
		{ ports: { ...defaultPorts, api: others.api }, earlierPorts: [defaultPorts] },
		{ ports: defaultPorts, earlierPorts: [{ ...defaultPorts, api: others.api }] },
	]) {
		const { ports, notices } = await choosePorts(earlier, findFreePortWithout(4010));
		expect(ports).toEqual({ ...defaultPorts, api: others.api });
		expect(notices).toEqual([notice]);
	}
});

test('each set of ports is remembered once, without the present one', () => {
	const remembered = rememberPorts(defaultPorts, {
		ports: others,
		earlierPorts: [defaultPorts, { ...others }],
	});
	expect(remembered).toEqual([others]);
	expect(rememberPorts(others, { ports: defaultPorts, earlierPorts: [others] })).toEqual([
		defaultPorts,
	]);
});
