/** The dialogs of a policy page, as named in the URL. */
export const POLICY_ACTIONS = ['modify', 'cancel'] as const;
export type PolicyAction = (typeof POLICY_ACTIONS)[number];
