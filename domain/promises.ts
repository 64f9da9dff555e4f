/** Times we promise. Every screen shows them from here, and due dates are computed from them. */
export const PROMISES = {
  replyHours: 24,
  emailReplyHours: 4,
  claimReviewHours: 48,
  complexClaimBusinessDays: 5,
  /** From the approval of a claim to its payment being sent. */
  payoutHours: 48,
  /** The same for a payout beyond the day's allowance, which is announced on chain: paid from the 2nd to the 9th day after. */
  announcedPayoutDays: 9,
  /** From the request for documents to the day by which we need them, and how long before it the customer is reminded. */
  documentsDays: 14,
  documentsReminderDays: 4,
  /** From the day a refund is owed to its payment being sent. */
  refundBusinessDays: 5,
  certificateEmailHours: 24,
  complaintAcknowledgeBusinessDays: 2,
  complaintAnswerWeeks: 8,
} as const;

/** When support answers phone and email. */
export const SUPPORT_HOURS = 'Mon-Fri 9AM-6PM EST';

/** The claim review promise in words. */
export const CLAIM_REVIEW_PROMISE = `24-${PROMISES.claimReviewHours} hours, complex claims 3-${PROMISES.complexClaimBusinessDays} business days`;

/** The payout promise in words, after "paid" or "sent". */
export const PAYOUT_PROMISE = `within ${PROMISES.payoutHours} hours, or within ${PROMISES.announcedPayoutDays} days if the amount is large enough to require a waiting period on chain`;

/** How long things are kept or stay valid. The site quotes these values, and the worker enforces them. */
export const KEPT = {
  /** The text that a wallet signs to sign in. */
  signInTextMinutes: 5,
  sessionHours: 24,
  /** How long a signed quote can be bought. */
  quoteMinutes: 30,
  /** What was typed, on its way into a wallet's app. */
  handoverMinutes: 15,
  /** A completed form that waits for payment. */
  draftHours: 24,
  /** An unbought quote with its personal fields. */
  unboughtQuoteDays: 30,
  /** A sent letter, with its address and words. */
  letterDays: 400,
  /** How long after the end of cover claims are accepted. */
  claimYears: 1,
  /** How long after a rejection or a reduced payout a second look can be asked for. */
  secondLookDays: 90,
  /** How long a claim's decision can be undone; until then its customer isn't told. */
  undoSeconds: 10,
} as const;

/** Upper limits: requests a minute for one client on one route, and unpaid live quotes of one wallet. */
export const RATE_CEILINGS = {
  requestsPerMinute: 240,
  liveQuotes: 120,
} as const;

/** Lower limits: a client of the API can always do this much. */
export const RATE_FLOORS = {
  quotesPerMinute: 60,
  signInsPerMinute: 30,
} as const;
