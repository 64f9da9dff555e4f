/** What a call may need. Every role reads lists and records; encrypted fields need `reveal`. */
export const PERMISSIONS = [
  /** Activate and deactivate customers. */
  'users.write',
  /** Approve and reject policies, refund them, change their holder, refund exceptions. */
  'policies.write',
  /** Review, approve and reject claims, assign them, note on them. */
  'claims.decide',
  /** Prepare and report payouts, on chain or by another method. */
  'claims.pay',
  /** Prepare, discard and report transfers; a payout also needs `claims.pay`, and a refund `policies.write`. */
  'transfers.send',
  /** Reply to customers, set the status, priority and assignee of threads, write saved replies. */
  'messages.write',
  /** Decrypt private fields; each time is logged. */
  'reveal',
  /** Download lists, reports and books, with names and email addresses; each time is logged. */
  'export',
  /** Read the audit log. */
  'audit_log.read',
  /** Create, invite, disable and re-enable administrators, and see their sessions. */
  'admins.manage',
  /** Change the system's settings. */
  'settings.write',
  /** Close a month of the books. */
  'books.close',
] as const;
export type Permission = (typeof PERMISSIONS)[number];
