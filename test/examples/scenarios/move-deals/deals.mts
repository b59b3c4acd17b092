import {
	accept,
	book,
	call,
	contact,
	crm,
	example,
	hold,
	know,
	mails,
	owner,
	reasons,
	stages,
	types,
	updates,
} from './scene.mts';

test('a run of the sample call adds a deal for its caller, and the next one finds it', async () => {
	know({ id: '102', properties: { mobilephone: '(415) 555-0187', lastname: 'Keller' } });
	await example.run();
	await example.run();
	expect(crm().deals.map(({ properties }) => properties)).toEqual([
		{ dealname: 'Keller', pipeline: 'default', dealstage: 'appointmentscheduled' },
	]);
	// A run by hand is never silent.
	expect(reasons()).toEqual(['The deal is in this stage, or further on.']);
});

test('a deal moves forwards', async () => {
	hold('presentationscheduled');
	await call([accept]);
	expect([stages(), updates(), mails()]).toEqual([['contractsent'], ['3001 contractsent'], []]);
});

test.each([
	['the stage before', 'contractsent', book],
	['the stage that the deal is in', 'contractsent', accept],
])('a deal never moves to %s', async (_, from, tool) => {
	hold(from);
	await call([tool]);
	expect([stages(), updates(), mails()]).toEqual([[from], [], []]);
});

test('a contact without a deal gets one where the table says create, with name and owner', async () => {
	await call([accept]);
	expect([crm().deals, mails()]).toEqual([[], []]);
	await call([book]);
	const stage = { pipeline: 'default', dealstage: 'appointmentscheduled' };
	const properties = { dealname: 'Amina Haddad', hubspot_owner_id: owner, ...stage };
	const associations = [{ to: { id: contact.id }, types }];
	expect(crm().deals).toMatchObject([{ properties, associations }]);
	expect(mails()).toEqual([]);
});

test.each([
	['won', ['closedwon'], 'No deal of the contact is open. Won: Deal 0. Lost: none'],
	['lost', ['closedlost'], 'No deal of the contact is open. Won: none. Lost: Deal 0'],
	['two open', ['qualifiedtobuy', 'appointmentscheduled'], '2 open deals: Deal 0, Deal 1'],
	['two open and won', ['qualifiedtobuy', 'closedwon', 'contractsent'], '2 open deals'],
])('%s: a person decides', async (_, held, reason) => {
	for (const one of held) hold(one);
	await call([book]);
	await call([accept]);
	expect([stages(), updates()]).toEqual([held, []]);
	expect(reasons()).toEqual([expect.stringContaining(reason), expect.stringContaining(reason)]);
	expect(mails()[0]).toMatch(
		/Appointment Scheduled \(booked\)\nCustomer: \+12025550171\nContacts: Amina Haddad 101\n/,
	);
});

test('an open deal of another pipeline is left to a person', async () => {
	hold('70013', '70011');
	await call([book]);
	expect([stages(), updates()]).toEqual([['70013'], []]);
	expect(reasons()).toEqual([expect.stringContaining('in another pipeline')]);
});

test('a deal that was won before does not hold up the open one', async () => {
	hold('closedwon');
	hold('appointmentscheduled');
	await call([accept]);
	expect([updates(), mails()]).toEqual([['3002 contractsent'], []]);
});

test.each([101, 251])('%i deals cannot be read at once, so a person decides', async (count) => {
	hold('appointmentscheduled');
	for (let index = 1; index < count; index += 1) hold('closedlost');
	await call([accept]);
	expect(updates()).toEqual([]);
	expect(reasons()).toEqual([expect.stringContaining('could not all be read')]);
});
