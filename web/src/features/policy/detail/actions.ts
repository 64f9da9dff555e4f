/** The dialogs of a policy's page, as the address bar names them. */
export const POLICY_ACTIONS = ['modify', 'cancel'] as const;
export type PolicyAction = (typeof POLICY_ACTIONS)[number];
