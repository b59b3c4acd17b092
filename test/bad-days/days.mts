import type { Day } from './day.mts';
import * as bookAppointments from './days/book-appointments.mts';
import * as customerSystems from './days/customer-systems.mts';
import * as followUpByOutcome from './days/follow-up-by-outcome.mts';
import * as moveDeals from './days/move-deals.mts';
import * as reports from './days/reports.mts';
import * as tables from './days/tables.mts';
import * as ticketFromCall from './days/ticket-from-call.mts';

/** The days of every example that a call or a schedule begins. */
export const days: Day[] = [
	bookAppointments,
	customerSystems,
	moveDeals,
	followUpByOutcome,
	ticketFromCall,
	reports,
	tables,
].flatMap((example) => example.days);
