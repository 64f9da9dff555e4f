export const REFERENCE_TABS = ['endpoints', 'examples', 'webhooks'] as const;
export type ReferenceTab = (typeof REFERENCE_TABS)[number];
