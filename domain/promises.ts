/** Times that we promise, shown everywhere from here and used to compute due dates. */
export const PROMISES = {
  replyHours: 24,
  emailReplyHours: 4,
  claimReviewHours: 48,
  complexClaimBusinessDays: 5,
  /** From the approval of a claim to its payment being sent. */
  payoutHours: 48,
  certificateEmailHours: 24,
} as const;

/** When somebody answers telephone and e-mail. */
export const SUPPORT_HOURS = 'Mon-Fri 9AM-6PM EST';

/** The claim review promise as it is said to a customer. */
export const CLAIM_REVIEW_PROMISE = `24-${PROMISES.claimReviewHours} hours, complex claims 3-${PROMISES.complexClaimBusinessDays} business days`;
