import { readExampleFile } from '../support/n8n/read-example.mts';
import type { Setup } from './import-example.mts';
import { calendarId } from './targets/vendors/google-calendar.mts';
import { spreadsheetId } from './targets/vendors/google-sheets.mts';
import { zendeskSubdomain } from './targets/vendors/zendesk.mts';
import { twilioAccount, twilioOwns } from './targets/vendors/twilio.mts';

/** The company's line in the examples that text. */
export const ownNumber = twilioOwns.number;

/** For examples that ask for nothing but the own numbers. */
const ownLine = { parameters: { 'Voice Agent Trigger': { options: { ownNumbers: ownNumber } } } };
/** A chat's incoming webhook, which the stand-in has. */
const chat = 'https://chat.example.com/hooks/REPLACE-ME';
/** Open at any hour of any day, and each call is too long ago. */
export const alwaysOpen = {
	...{ opens_at_hour: '=0', closes_at_hour: '=24', last_working_day: '=7' },
	hours_without_call: '=0',
};
const mail = { mail_from: 'agent@mail.example.com', mail_to: 'team@mail.example.com' };

/** What a user of move-deals types over each REPLACE-ME of Your Settings. */
const dealSettings: Record<string, string> = {
	do_not_call_tool: 'do_not_call_again',
	mail_from: 'agent@mail.example.com',
	mail_to: 'sales@mail.example.com',
};
/** The settings of move-deals as they are typed, in JSON. */
export const dealSettingsJson = String(
	readExampleFile('move-deals').nodes.find(({ name }) => name === 'Your Settings')?.parameters
		.jsonOutput,
).replace(
	/"(\w+)": "REPLACE-ME: [^"]+"/g,
	(_, name: string) => `"${name}": "${dealSettings[name]}"`,
);

/** Read once: tests that go on over a full hour keep their zones. */
const hourAtStart = new Date().getUTCHours();

/** A time zone in which it was this hour when the tests began. */
export function findZone(hour: number): string {
	const offset = ((hour - hourAtStart + 36) % 24) - 12;
	// The sign of these names is the other way round.
	return `Etc/GMT${offset < 0 ? '+' : '-'}${Math.abs(offset)}`;
}

/** The settings of morning-briefing as they are typed, in JSON: two clients, at the second of whom it is night. */
export function writeBriefingSettings({ lakeside = {}, harbour = {}, agency = {} } = {}): string {
	const { parameters } =
		readExampleFile('morning-briefing').nodes.find(({ name }) => name === 'Your Settings') ?? {};
	return JSON.stringify({
		...JSON.parse(String(parameters?.jsonOutput)),
		clients: [
			{
				...{ name: 'Lakeside', mail: 'lakeside@mail.example.com', time_zone: findZone(12) },
				...{ agents: ['Reception'], numbers: ['+1 202-555-0100'], ...lakeside },
			},
			{
				...{ name: 'Harbour', mail: 'harbour@mail.example.com', time_zone: findZone(3) },
				...{ agents: ['Harbour Desk'], ...harbour },
			},
		],
		agency: {
			...{ name: 'your agency', mail: 'agency@mail.example.com', time_zone: findZone(12) },
			...agency,
		},
		mail_from: 'agent@mail.example.com',
	});
}

/** How the examples are set up whose placeholders have to be replaced. */
export const setUps = {
	'alert-person-on-duty': {
		assignments: {
			'Your Settings': {
				people:
					"={{ [{ mail: 'ana@mail.example.com', phone: '+12025550111', from: '00:00', to: '24:00' }] }}",
				fallback: 'fallback@mail.example.com',
				team: 'team@mail.example.com',
				mail_from: 'agent@mail.example.com',
				text_from: ownNumber,
			},
		},
	},
	'agent-watch': { assignments: { 'Your Settings': { chat, ...mail } } },
	'call-by-email': { assignments: { 'Your Settings': mail } },
	'error-workflow': { assignments: { 'Your Settings': { chat } } },
	'post-call-alert': { assignments: { 'Your Settings': { chat } } },
	'score-calls': { assignments: { 'Your Settings': mail } },
	'book-appointments': {
		parameters: { 'Voice Agent Trigger': { options: { ownNumbers: ownNumber } } },
		assignments: {
			'Your Settings': {
				calendar: calendarId,
				company: 'The Clinic',
				phone: ownNumber,
				twilio_account: twilioAccount,
				text_from: ownNumber,
				mail_from: 'agent@mail.example.com',
				mail_to: 'reception@mail.example.com',
			},
		},
	},
	'follow-up-by-outcome': {
		...ownLine,
		assignments: {
			'Your Settings': {
				company: 'The Clinic',
				twilio_account: twilioAccount,
				text_from: ownNumber,
				mail_from: 'agent@mail.example.com',
				mail_to: 'reception@mail.example.com',
			},
		},
	},
	'call-log-google-sheets': {
		assignments: { 'Your Settings': { spreadsheet_id: spreadsheetId } },
	},
	'fields-from-every-call': ownLine,
	'crm-highlevel': ownLine,
	'crm-hubspot': ownLine,
	'crm-pipedrive': ownLine,
	'crm-salesforce': {
		parameters: {
			...ownLine.parameters,
			...Object.fromEntries(
				[
					'Contact by Phone',
					'Contact by Mobile',
					'Lead by Phone',
					'Lead by Mobile',
					'Add Task',
				].map((name) => [name, { authentication: 'jwt' }]),
			),
		},
	},
	'no-calls-any-more': { assignments: { 'Your Settings': { chat, ...alwaysOpen } } },
	'move-deals': { parameters: { 'Your Settings': { mode: 'raw', jsonOutput: dealSettingsJson } } },
	'morning-briefing': {
		parameters: { 'Your Settings': { mode: 'raw', jsonOutput: writeBriefingSettings() } },
	},
	'ticket-from-call': {
		parameters: ownLine.parameters,
		assignments: { 'Your Settings': { subdomain: zendeskSubdomain, ...mail } },
	},
} satisfies Record<string, Setup>;
