export type ClaimStep = 'details' | 'review';

export const STEPS = ['Claim Details', 'Review & Submit'] as const;
