/** Separate from the questions, so that checking the support center's URL doesn't load them on every page. */
export const FAQ_CATEGORIES = ['Claims', 'Policies', 'Billing', 'Technical'] as const;
export type FaqCategory = (typeof FAQ_CATEGORIES)[number];
