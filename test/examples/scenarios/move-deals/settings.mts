import { host } from '../../use-example.mts';
import {
	accept,
	book,
	call,
	createCall,
	crm,
	example,
	hold,
	know,
	mails,
	marks,
	settings,
	stop,
	updates,
	write,
} from './scene.mts';

describe('with other settings', () => {
	afterEach(() => write(settings));

	test.each([
		['a name of its own for the outcome', '"booked"', '"termin"', 'none (booked)'],
		['create: false', 'true', 'false', 'Appointment Scheduled (booked)'],
	])(
		'a run by hand sends its e-mail with %s, and a call sends none',
		async (_, from, to, stage) => {
			await write(settings.replace(from, to));
			know();
			await call([book]);
			expect(mails()).toEqual([]);
			await example.run();
			expect(mails()).toEqual([
				expect.stringContaining(
					`HubSpot has no contact with this number.\n\nStage of the outcome: ${stage}\nCustomer: +14155550187\n`,
				),
			]);
			expect([crm().deals, host.mail.mails.map(({ subject }) => subject)]).toEqual([
				[],
				['Your run by hand'],
			]);
		},
	);

	test.each([
		['"true"', 1],
		['" True "', 1],
		['"false"', 0],
		['"no"', 0],
	])('create is read as text too: %s', async (create, added) => {
		await write(settings.replace('true', create));
		await call([book]);
		expect(crm().deals).toHaveLength(added);
	});

	test.each([
		['stage', '"Contract Sent"', '"Sent"', 'Sales Pipeline has no stage Sent.'],
		['pipeline', '"Sales Pipeline"', '"Sales"', 'HubSpot has no pipeline Sales.'],
		['tool', '"do_not_call_again"', '"REPLACE-ME"', 'do_not_call_tool is still REPLACE-ME.'],
	])(
		'a %s that is not there ends red, before anything is written',
		async (_, from, to, message) => {
			await write(settings.replace(from, to));
			const id = await example.startByDelivery(createCall([book, stop]));
			expect(await example.readFailure(id)).toEqual({
				node: 'Correct Your Settings',
				message: expect.stringContaining(message),
			});
			expect([crm().deals, marks(), mails()]).toEqual([[], [undefined], []]);
		},
	);

	test('ids and names in any letter case are taken; stages of one place are in the order of their names', async () => {
		await write(
			settings
				.replace('Sales Pipeline', '70011')
				.replace('Appointment Scheduled', ' asked ')
				.replace('Contract Sent', '70013')
				.replace('"booked"', '"Booked"'),
		);
		hold('70012', '70011');
		await call([accept]);
		await call([book]);
		expect([updates(), mails()]).toEqual([['3001 70013'], []]);
	});
});
