export const POLICY_ACTIONS = ['modify', 'cancel', 'withdraw'] as const;
export type PolicyAction = (typeof POLICY_ACTIONS)[number];
