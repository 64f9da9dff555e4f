/** Parts of the audit page, as they stand in its URL; the first is the usual one. */
export const AUDIT_TABS = ['reconciliation', 'pools', 'events', 'waiting', 'payouts', 'about'] as const;
export type AuditTab = (typeof AUDIT_TABS)[number];
