export const POLICY_ACTIONS = ['modify', 'cancel'] as const;
export type PolicyAction = (typeof POLICY_ACTIONS)[number];
