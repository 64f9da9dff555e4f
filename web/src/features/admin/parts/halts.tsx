import { useQuery } from '@tanstack/react-query';
import { shortAddress } from '#domain/address.ts';
import { haltsQuery } from '#web/features/admin/queries.ts';
import { Notice } from '#web/ui/states.tsx';
import { ShortMoment } from './cells.tsx';

/** While payouts are halted: until when, by whom and why, in one line a network. */
export function Halts({ className }: { className?: string }) {
  const { data } = useQuery(haltsQuery);
  if (!data || data.length === 0) return null;
  return (
    <div className={className}>
      {data.map(({ network, until, wallet, halted_by: by, reason }) => (
        <Notice key={`${network} ${wallet}`} tone="danger">
          <p className="text-sm">
            Payouts on {network} are halted until <ShortMoment at={until} /> by{' '}
            {by === null ? shortAddress(wallet) : `${by} (${shortAddress(wallet)})`}
            {reason === null ? '.' : `: ${reason}`}
          </p>
        </Notice>
      ))}
    </div>
  );
}
