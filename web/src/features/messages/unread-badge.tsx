import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { walletSession } from '#web/state/wallet-session.ts';
import { unreadQuery } from './unread-query.ts';

const MOST_SHOWN = 99;

interface UnreadBadgeProps {
  /** The text of the link that contains the badge. A phone shows the number alone, beside an envelope. */
  label: string;
}

/**
 * A link's text with the number of unread threads: 'Messages', or 'Messages, 3 unread' for screen readers. Only for
 * signed-in customers.
 */
export default function UnreadBadge({ label }: UnreadBadgeProps) {
  const { wallet } = useSnapshot(walletSession);
  const { data = 0 } = useQuery({ ...unreadQuery(wallet?.address ?? ''), enabled: wallet !== null });
  if (data === 0) return <span className="max-lg:sr-only">{label}</span>;
  return (
    <>
      <span className="sr-only">{`${label}, ${data} unread`}</span>
      <span aria-hidden className="inline-flex items-center gap-1.5">
        <span className="max-lg:hidden">{label}</span>
        <span className="figures inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-teal px-1.5 text-xs font-semibold text-ground">
          {data > MOST_SHOWN ? `${MOST_SHOWN}+` : data}
        </span>
      </span>
    </>
  );
}
