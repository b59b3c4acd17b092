/** Invented people, agents and campaigns. Phone numbers are of the range kept for fiction (555-01xx). */
export const callerNames = [
	'Amina Haddad',
	'Bruno Keller',
	'Chiara Fontana',
	'Daniel Okafor',
	'Elif Aydin',
	'Frank Sutter',
	'Grace Lindqvist',
	'Hiro Tanaka',
] as const;

export const locales = ['en-US', 'en-GB', 'en-AU'] as const;

export const telecomProviders = ['Twilio', 'Telnyx', 'Vonage'] as const;

export const areaCodes = ['202', '303', '415', '617', '773'] as const;

export const campaignNames = [
	'Autumn check-up reminders',
	'Delivery satisfaction survey',
	'Contract refreshes, north region',
] as const;
