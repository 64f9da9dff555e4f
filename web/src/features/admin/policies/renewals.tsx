import { useState } from 'react';
import type { getPolicyStatistics } from '#domain/admin/policies-api.ts';
import { RecordLine } from '#web/features/admin/parts/panel.tsx';
import type { DataOf } from '#web/lib/api/call.ts';
import { longDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';

/** The policies in force whose cover ends soon. */
export function Renewals({ statistics }: { statistics: DataOf<typeof getPolicyStatistics> | undefined }) {
  const [open, setOpen] = useState(false);
  const due = statistics?.renewals_due ?? [];
  if (due.length === 0) return null;
  return (
    <>
      <Button variant="link" className="text-[0.8125rem]" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide renewals' : 'Show renewals'}
      </Button>
      {open && (
        <ul
          aria-label="Renewals due"
          className="mt-2 max-h-60 basis-full overflow-y-auto rounded-card border border-line bg-surface px-3"
        >
          {due.map(({ id, policy_id, customer, item_description: item, end_date }) => (
            <RecordLine
              key={id}
              to="/admin/policies"
              open={id}
              name={policy_id}
              end={`ends ${longDate(end_date)}`}
            >
              <bdi>{customer}</bdi> · <bdi>{item}</bdi>
            </RecordLine>
          ))}
        </ul>
      )}
    </>
  );
}
