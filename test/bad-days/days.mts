import type { Day } from './day.mts';
import * as bookAppointments from './days/book-appointments.mts';
import * as customerSystems from './days/customer-systems.mts';
import * as moveDeals from './days/move-deals.mts';
import * as reports from './days/reports.mts';
import * as textBackMissedCall from './days/text-back-missed-call.mts';

/** The days of every example that asks anybody for anything. */
export const days: Day[] = [
	bookAppointments,
	customerSystems,
	moveDeals,
	textBackMissedCall,
	reports,
].flatMap((example) => example.days);
