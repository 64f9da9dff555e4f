/** Claims of a policy that the registry pays without an announcement: `MAX_DIRECT_CLAIMS` in contracts/src/InsurancePayment.sol. */
export const MOST_DIRECT_CLAIMS = 31;
/** Claims of a policy that the registry counts: `MAX_CLAIMS` in contracts/src/PolicySlot.sol. */
export const MOST_CLAIMS = 63;
