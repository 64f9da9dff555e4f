/** Bounds of what we spend on sending purchases for customers, each with its reason. */

/** Of a premium, in percent: our fee is 2.5 %, and a policy that costs more to sell than four times that isn't worth it. */
export const FEE_SHARE_PERCENT = 10n;
/** Wei for each unit of gas. No chain on offer asks for it except for minutes; a resend never runs away beyond it. */
export const FEE_CAP = 500n * 10n ** 9n;
/** Purchases that we send for a wallet within 24 hours, failed ones included: nobody insures more, and gas isn't free. */
export const SENDS_A_DAY = 5;
/** Gas that a chain's relay may use within 24 hours: some 200 purchases, so that a flood costs a known sum. */
export const GAS_A_DAY = 30_000_000;
/** Purchases that the account must be able to pay for at the present fee. Below that nothing is offered. */
export const RESERVE_PURCHASES = 10n;
/** Gas of a purchase, for that reserve: measured 130k, and the margin of an estimate. */
export const PURCHASE_GAS = 150_000n;
/** How long a transaction may stay unmined before it is sent with a higher fee: four blocks of the slowest chain. */
export const RESEND_AFTER_MS = 48_000;
/** Of the former fee, in percent. Nodes replace a transaction from 110 on. */
export const RESEND_PERCENT = 125n;
/** A quote with less time left is not sent: it would hardly be mined in time. */
export const LATEST_MS = 60_000;
