/** Times that we promise, shown everywhere from here and used to compute due dates. */
export const PROMISES = {
  replyHours: 24,
  emailReplyHours: 4,
  claimReviewHours: 48,
  complexClaimBusinessDays: 5,
  /** From the approval of a claim to its payment being sent. */
  payoutHours: 48,
  /** From the day a refund is owed to its payment being sent. */
  refundBusinessDays: 5,
  certificateEmailHours: 24,
} as const;

/** When somebody answers telephone and email. */
export const SUPPORT_HOURS = 'Mon-Fri 9AM-6PM EST';

/** The claim review promise as it is said to a customer. */
export const CLAIM_REVIEW_PROMISE = `24-${PROMISES.claimReviewHours} hours, complex claims 3-${PROMISES.complexClaimBusinessDays} business days`;

/** How long something is kept or holds; the texts on the site quote these, the worker keeps to them. */
export const KEPT = {
  /** The text to sign in with. */
  signInTextMinutes: 5,
  sessionHours: 24,
  /** A signed quote can be bought for so long. */
  quoteMinutes: 30,
  /** A filled form that waits to be paid for. */
  draftHours: 24,
  /** A quote that nobody bought, with its personal fields. */
  unboughtQuoteDays: 30,
  /** A letter that was sent, with the address that it went to. */
  letterDays: 400,
  /** A claim is taken for so long after the end of the cover. */
  claimYears: 1,
} as const;

/** What nobody needs more of: requests a minute on one route of one client, and a wallet's quotes that can still be paid. */
export const RATE_CEILINGS = {
  requestsPerMinute: 240,
  liveQuotes: 120,
} as const;

/** What a client of the API can count on: it is never held back below these. */
export const RATE_FLOORS = {
  quotesPerMinute: 60,
  signInsPerMinute: 30,
} as const;
