import type { Priority, ThreadStatus } from '#domain/messages/lifecycle.ts';
import type { Look } from './values.tsx';

export const THREAD_STATUSES: Readonly<Record<ThreadStatus, Look>> = {
  open: { label: 'Open', variant: 'secondary' },
  in_progress: { label: 'In progress', variant: 'default' },
  resolved: { label: 'Resolved', variant: 'outline' },
  closed: { label: 'Closed', variant: 'outline' },
};

export const PRIORITIES: Readonly<Record<Priority, Look>> = {
  urgent: { label: 'Urgent', variant: 'destructive' },
  high: { label: 'High', variant: 'secondary' },
  medium: { label: 'Medium', variant: 'outline' },
  low: { label: 'Low', variant: 'outline' },
};
