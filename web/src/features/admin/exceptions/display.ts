import type { Look } from '#web/ui/values.tsx';

export const STATUSES: Readonly<Record<'open' | 'resolved' | 'became_policy' | 'orphaned', Look>> = {
  open: { label: 'Open', variant: 'secondary' },
  resolved: { label: 'Resolved', variant: 'default' },
  became_policy: { label: 'Became a policy', variant: 'default' },
  orphaned: { label: 'Taken back', variant: 'outline' },
};
