import type { QueueItem, QueueKind, QueueSection } from '#domain/admin/records-schema.ts';

const HOUR = 3_600_000;

/** An item of the work queue that is due in so many hours. */
export const queueItem = (
  section: QueueSection,
  kind: QueueKind,
  id: number,
  hours: number,
  more: Partial<QueueItem> = {},
): QueueItem => ({
  section,
  kind,
  id: String(id),
  title: `Item ${id}`,
  customer: 'Grace Hopper',
  wallet_address: null,
  detail: 'Home Insurance',
  product: 'home',
  amount_usd: 4000,
  flags: [],
  priority: null,
  due_at: new Date(Date.now() + hours * HOUR + 60_000).toISOString(),
  ready_at: null,
  assigned_to: null,
  assigned_admin_name: null,
  snooze: null,
  ...more,
});
