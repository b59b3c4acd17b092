import type { INodeParameters } from 'n8n-workflow';
import { resources } from '../../../nodes/VoiceAgent/operations.ts';
import { freezeClock, skipWaits } from '../../support/clock.mts';
import {
	allParameters,
	listChoices,
	nameParameter,
	type Parameter,
} from '../../support/in-process/list-parameters.mts';
import { useLog } from '../../support/in-process/use-log.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { type Effect, effects, operations } from './effects.mts';
import { NOW, observe, startStorage, type Storage } from './scenes.mts';

const sandbox = useSandbox();
const log = useLog();
let storage: Storage;
beforeAll(async () => void (storage = await startStorage()));
afterAll(async () => await storage.close());
beforeEach(() => freezeClock(new Date(NOW)));
afterEach(() => jest.useRealTimers());

/** The places of each declaration: several operations, or both nodes, may have the same parameter. */
const places = new Map<string, Parameter[]>();
for (const parameter of allParameters) {
	const { path, property } = parameter;
	const declared = JSON.stringify([path, { ...property, displayOptions: undefined }]);
	places.set(declared, [...(places.get(declared) ?? []), parameter]);
}

const cases = [...places.values()].flatMap((group) =>
	group.flatMap((parameter) => {
		const effect = effects[nameParameter(parameter)];
		return effect === undefined ? [] : [{ parameter, effect }];
	}),
);

test('each parameter of both nodes has a case, at one of its places', () => {
	const without = [...places.values()].filter(
		(group) => !cases.some(({ parameter }) => group.includes(parameter)),
	);
	expect(without.map((group) => group.map(nameParameter))).toEqual([]);
	const named = cases.map(({ parameter }) => nameParameter(parameter));
	expect(Object.keys(effects).filter((name) => !named.includes(name))).toEqual([]);
});

const titled = cases.map(({ parameter, effect }) => {
	return [nameParameter(parameter), parameter, effect] as const;
});

test.each(titled)('%s', async (_, parameter, effect) => {
	// However slow the machine is, keys come in time.
	if (effect.endsLimitOfMs === undefined) skipWaits();
	const run = async (parameters: INodeParameters) =>
		await observe(parameter.type, parameters, effect, { sandbox, storage, log });
	const beside = { ...parameter.shownBy, ...effect.beside };
	const without = (await run(beside)).seen;
	expect((await run(beside)).seen === without).toBe(true);
	const done = new Map([[without, 'nothing']]);
	const same: string[] = [];
	for (const value of listValues(parameter, effect)) {
		const { seen, isError } = await run(set(beside, parameter.path, value));
		const equal = done.get(seen);
		if (equal !== undefined) same.push(`${value} does what ${equal} does`);
		else if (isError) same.push(`${value} fails`);
		done.set(seen, equal ?? String(value));
	}
	// One value may be the default.
	const isDefault = (text: string) => text.endsWith('what nothing does');
	const allowed = effect.values === undefined ? 1 : 0;
	expect(same.filter((text) => !isDefault(text))).toEqual([]);
	expect(same.filter(isDefault).slice(allowed)).toEqual([]);
});

test('each operation does something of its own', async () => {
	const names = Object.entries(resources).flatMap(([resource, ofResource]) =>
		Object.keys(ofResource.operations).map((operation) => `${resource} ${operation}`),
	);
	expect(Object.keys(operations).toSorted()).toEqual(names.toSorted());
	skipWaits();
	const outcomes = new Set<string>();
	for (const [name, scene] of Object.entries(operations)) {
		const [resource = '', operation = ''] = name.split(' ');
		const parameters = { resource, operation, ...scene.beside };
		const run = await observe('voiceAgent', parameters, scene, { sandbox, storage, log });
		expect([name, run.isError]).toEqual([name, false]);
		outcomes.add(run.seen);
	}
	expect(outcomes.size).toBe(names.length);
});

/** The choices of a list one by one. */
function listValues({ property }: Parameter, { values }: Effect) {
	const isList = property.type === 'multiOptions';
	const choices = property.type === 'boolean' ? [true, false] : listChoices(property);
	const listed = values ?? choices.map((choice) => Object(choice).value ?? choice);
	return isList ? listed.map((value) => [value]) : listed;
}

/** The same parameters with this value at this place. */
function set(within: unknown, [name, ...path]: Parameter['path'], value: unknown): INodeParameters {
	if (name === undefined) return Object(value);
	const copy = typeof name === 'number' ? [...Object(within ?? [])] : { ...Object(within) };
	copy[name] = path.length === 0 ? value : set(copy[name], path, value);
	return copy;
}
