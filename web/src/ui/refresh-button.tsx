import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { toast } from './toast.ts';

interface RefreshButtonProps {
  busy: boolean;
  onRefresh: () => Promise<void>;
  size?: 'small' | 'normal';
  /** Shows only its icon on a phone. */
  compact?: boolean;
}

export function RefreshButton({ busy, onRefresh, size = 'normal', compact = false }: RefreshButtonProps) {
  return (
    <Button variant="secondary" size={size} icon={RefreshCw} busy={busy} onClick={() => void onRefresh()}>
      <span className={compact ? 'max-sm:sr-only' : undefined}>Refresh</span>
    </Button>
  );
}

interface RefreshProps extends Pick<RefreshButtonProps, 'size' | 'compact'> {
  query: { refetch: () => Promise<{ isSuccess: boolean }> };
  /** What a toast says of the result. */
  done?: string;
  failed: string;
}

/** Reads again on request. It is busy only then, not while the list refreshes on its own. */
export function Refresh({ query, done, failed, ...look }: RefreshProps) {
  const [busy, setBusy] = useState(false);
  async function refresh(): Promise<void> {
    setBusy(true);
    const { isSuccess } = await query.refetch();
    setBusy(false);
    if (!isSuccess) toast.error(failed);
    else if (done) toast.success(done);
  }
  return <RefreshButton {...look} busy={busy} onRefresh={refresh} />;
}
