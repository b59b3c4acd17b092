import type { INodeParameters } from 'n8n-workflow';
import { resources } from '../../../nodes/VoiceAgent/operations.ts';
import { freezeClock, skipWaits } from '../../support/clock.mts';
import {
	allParameters,
	isShown,
	keepShown,
	listChoices,
	nameParameter,
	type Parameter,
	setParameter,
} from '../../support/in-process/list-parameters.mts';
import { useLog } from '../../support/in-process/use-log.mts';
import { useSandbox } from '../../support/servers/use-sandbox.mts';
import { effects, operations } from './effects.mts';
import { type Effect, NOW, observe, startStorage, type Storage } from './scenes.mts';

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

test('each filter, rule and option says what only its value gives', () => {
	const isAmong = /(?:^| )(?:filters|outcomeRules|options)\./;
	const untold = Object.entries(effects).filter(([, { gives }]) => gives === undefined);
	expect(untold.map(([name]) => name).filter((name) => isAmong.test(name))).toEqual([]);
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
		const { seen, isError } = await run(setParameter(beside, parameter.path, value));
		const equal = done.get(seen);
		if (seen !== without) expectTelling(effect, value, seen, without);
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

/** Choices that decide what there is for an option to change. */
const MODES = ['output', 'format'];

/** What many parameters are compared with. */
const seenWithout = new Map<string, string>();

const everywhere = [...places.values()].flatMap((group) =>
	group.map((place) => [nameParameter(place), place, group] as const),
);

test.each(everywhere)('%s is shown only where it does something', async (name, place, group) => {
	const { path, shownBy } = place;
	const [resource = '', operation = ''] = [shownBy.resource, shownBy.operation].map(String);
	const others = group.flatMap((each) => effects[nameParameter(each)] ?? []);
	const ofOperation = operations[`${resource} ${operation}`];
	const ofOther = {
		...ofOperation,
		...others[0],
		beside: { ...ofOperation?.beside, ...others[0]?.beside },
	};
	const { beside, ...scene } = effects[name] ?? ofOther;
	if (scene.endsLimitOfMs !== undefined) return;
	skipWaits();
	const modes = allParameters
		.filter((each) => MODES.includes(each.path.join()) && !path.includes(each.property.name))
		.filter((each) => each.type === place.type && each.shownBy.operation === shownBy.operation)
		.flatMap(({ property }) =>
			listChoices(property).map((choice) => ({ [property.name]: Object(choice).value })),
		);
	const idle: string[] = [];
	const look = async (type: Parameter['type'], mode: INodeParameters) => {
		const parameters = { ...shownBy, ...beside, ...mode };
		if (!isShown({ ...place, type }, parameters)) return;
		const run = async (all: INodeParameters) =>
			(await observe(type, keepShown(type, all), scene, { sandbox, storage, log })).seen;
		const key = JSON.stringify([type, parameters, { ...scene, values: [] }]);
		const without = seenWithout.get(key) ?? (await run(parameters));
		seenWithout.set(key, without);
		for (const value of listValues(place, scene)) {
			if ((await run(setParameter(parameters, path, value))) !== without) return;
		}
		idle.push([type, mode.output, mode.format].filter(Boolean).join(' '));
	};
	for (const mode of modes.length === 0 ? [{}] : modes) await look(place.type, mode);
	const isTool =
		place.type === 'voiceAgent' && !resources[resource]?.operations[operation]?.isNoTool;
	if (isTool) await look('voiceAgentTool', { fieldValue: '={{ $json }}' });
	expect(idle).toEqual(scene.idleFor ?? []);
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

/** A difference alone may be that of another option. Whether the rule itself is right, tables of `unit` show. */
function expectTelling({ gives }: Effect, value: unknown, seen: string, without: string) {
	const telling = typeof gives === 'object' ? gives[String(value)] : gives;
	if (gives === undefined) return;
	expect(seen).toContain(telling);
	expect(without).not.toContain(telling);
}

/** The choices of a list one by one. */
function listValues({ property }: Parameter, { values }: Effect) {
	const isList = property.type === 'multiOptions';
	const choices = property.type === 'boolean' ? [true, false] : listChoices(property);
	const listed = values ?? choices.map((choice) => Object(choice).value ?? choice);
	return isList ? listed.map((value) => [value]) : listed;
}
