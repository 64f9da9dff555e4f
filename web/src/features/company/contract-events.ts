/** A sentence for every event of the contract. A test compares the names with the ABI. */
export const CONTRACT_EVENTS = {
  PolicyPurchased:
    'A premium was paid and a policy created: everything that is covered, and the details hash.',
  ClaimPaid: 'A claim was paid: its number, dollars, amount, and when the incident happened.',
  PremiumRefunded: 'A policy ended before its time and its premium was given back, in whole or in part.',
  PaymentOwed: 'A holder did not take a payment. It waits, out of everybody else’s reach.',
  OwedPaid: 'The holder has pulled what was owed.',
  HolderChangeProposed: 'Another wallet was proposed for a policy whose holder lost theirs.',
  HolderChangeConfirmed: 'The admin agreed; it can be completed two days later.',
  HolderChangeStopped: 'The holder objected, or the proposal was withdrawn.',
  HolderChanged: 'The policy has another holder.',
  PoolFunded: 'Capital came in.',
  CapitalWithdrawn: 'The treasurer took out capital that was neither owed nor reserved.',
  CurrencyAdded: 'A currency was listed.',
  CurrencyAcceptanceChanged: 'A currency was opened or closed to new sales.',
  PayoutBoundsChanged: 'The minimum and maximum that a claim pays per dollar were changed.',
  MinimumReserveChanged: 'The reserve that stays in the pool was raised.',
  MinimumReserveLoweringAnnounced: 'The reserve will be lowered, two days from now.',
  AdminProposed: 'The next admin was named.',
  AdminChanged: 'The next admin accepted.',
  RoleChanged: 'A role has another holder.',
  PauseChanged: 'Sales were stopped or opened again.',
} as const;
