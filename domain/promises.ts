/** Times that we promise, shown everywhere from here and used to compute due dates. */
export const PROMISES = {
  replyHours: 24,
  emailReplyHours: 4,
  claimReviewHours: 48,
  complexClaimBusinessDays: 5,
  certificateEmailHours: 24,
} as const;
