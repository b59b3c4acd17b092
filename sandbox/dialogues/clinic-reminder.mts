/** The agent of the campaign, of whose calls one is answered and one is not. */
export const clinicReminder = {
	agent: {
		title: 'Check-Up Reminders',
		instructions:
			'You call patients of Lakeside Dental whose last check-up was a year ago. Offer an appointment and book it. Take a no for an answer. Leave a short message on a voicemail.',
		tools: ['find_free_slots', 'book_appointment', 'note_result'],
	},
	calledBy: 'Lakeside Dental',
	locale: 'en-US',
	campaignName: 'Autumn check-up reminders',
};
