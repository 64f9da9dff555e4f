/** What was typed into the quote form, as long as this page is open: nothing of it is stored. */
export const typedForm: { current: unknown } = { current: null };
