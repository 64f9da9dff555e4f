import type { Priority, ThreadStatus } from '#domain/messages/lifecycle.ts';
import type { BadgeVariant } from '#web/ui/values.tsx';

export const STATUS_LABELS: Readonly<Record<ThreadStatus, string>> = {
  open: 'Open',
  in_progress: 'In progress',
  resolved: 'Resolved',
  closed: 'Closed',
};
export const STATUS_BADGES: Readonly<Record<ThreadStatus, BadgeVariant>> = {
  open: 'secondary',
  in_progress: 'default',
  resolved: 'outline',
  closed: 'outline',
};
export const PRIORITY_LABELS: Readonly<Record<Priority, string>> = {
  urgent: 'Urgent',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};
export const PRIORITY_BADGES: Readonly<Record<Priority, BadgeVariant>> = {
  urgent: 'destructive',
  high: 'secondary',
  medium: 'outline',
  low: 'outline',
};

/** Options of a select or filter, in the order of their labels. */
export const optionsOf = <Key extends string>(labels: Readonly<Record<Key, string>>) =>
  (Object.entries(labels) as [Key, string][]).map(([value, label]) => ({ value, label }));
