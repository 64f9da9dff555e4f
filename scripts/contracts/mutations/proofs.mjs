// Faults that make a proof fail: each what is wrong, the file, the text that it has once, what replaces that, and the
// contract of contracts/test/proof whose proof fails, the quickest that does. See proofs.mjs.
const ledger = 'Ledger.sol';
const bucket = 'Bucket.sol';
const powers = 'Powers.sol';
const slot = 'PolicySlot.sol';

// biome-ignore format: a table, a fault a line.
export const faults = [
  ['a payout takes what is owed', ledger, 'uint256 available = free(balance, owed, 0);', 'uint256 available = free(balance, 0, 0);', 'PayingKeepsTheBooks'],
  ['a debt is not counted in its currency', ledger, 'return (owed + amount, debt + amount);', 'return (owed, debt + amount);', 'OwingKeepsTheBooks'],
  ['a pulled debt stays', ledger, 'return (owed - debt, 0);', 'return (owed - debt, debt);', 'PullingKeepsTheBooks'],
  ['a withdrawal takes the reserve', ledger, 'uint256 available = free(balance, owed, reserve);', 'uint256 available = free(balance, owed, 0);', 'WithdrawingKeepsTheBooks'],
  ['a bucket leaks at once', bucket, 'return used > leak ? used - leak : 0;', 'return used > leak ? 0 : used;', 'WaitingKeepsTheAllowance'],
  ['a payout is not taken from the allowance', bucket, 'return used + dollars * 1 days;', 'return used;', 'PayingKeepsTheAllowance'],
  ['a lowered allowance leaves more used than it has', bucket, 'return used > allowance * 1 days ? allowance * 1 days : used;', 'return used;', 'TighteningKeepsTheAllowance'],
  ['any payout is made at once', powers, 'return (CLAIMS, FIVE_WORDS);', 'return (CLAIMS, AT_ONCE);', 'ItsDollarsAreAnnounced'],
  ['two fields overlap', slot, 'COVER_AT = 2 ** 199', 'COVER_AT = 2 ** 198', 'EndIsRead'],
  ['the status is read where the product stands', slot, '/ STATUS_AT % STATUSES', '/ PRODUCT_AT % STATUSES', 'StatusIsRead'],
  ['the first minute of cover is written where the last day stands', slot, 'startMinute * START_AT', 'startMinute * END_AT', 'ANewPolicyIsItsFields'],
  ['the cover is written where the payouts stand', slot, 'cover_ * COVER_AT', 'cover_ * PAID_OUT_AT', 'ANewPolicyIsItsFields'],
  ['the currency is written where the product stands', slot, 'currency_ * CURRENCY_AT', 'currency_ * PRODUCT_AT', 'ANewPolicyIsItsFields'],
  ['a new policy has ended', slot, 'uint256(Status.Active) * STATUS_AT', 'uint256(Status.Rejected) * STATUS_AT', 'ANewPolicyIsItsFields'],
  ['a status is mixed with the former', slot, 'PolicySlot.unwrap(slot) - uint256(slot.status()) * STATUS_AT +', 'PolicySlot.unwrap(slot) +', 'AStatusChangesAlone'],
  ['a claim number is used again', slot, 'require(number == next,', 'require(number <= next,', 'AClaimTakesTheNextNumber'],
  ['the cover is paid again and again', slot, 'slot.cover() - slot.paidOut();', 'slot.cover();', 'AClaimStaysWithinTheCover'],
];
