/** Apart from the questions, because the address of the support center is checked with every page of the site. */
export const FAQ_CATEGORIES = ['Claims', 'Policies', 'Billing', 'Technical'] as const;
export type FaqCategory = (typeof FAQ_CATEGORIES)[number];
