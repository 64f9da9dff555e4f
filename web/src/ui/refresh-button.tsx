import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { toast } from './toast.ts';

interface RefreshButtonProps {
  busy: boolean;
  onRefresh: () => Promise<void>;
  size?: 'small' | 'normal';
}

export function RefreshButton({ busy, onRefresh, size = 'normal' }: RefreshButtonProps) {
  return (
    <Button variant="secondary" size={size} icon={RefreshCw} busy={busy} onClick={() => void onRefresh()}>
      Refresh
    </Button>
  );
}

interface RefreshProps {
  query: { refetch: () => Promise<{ isSuccess: boolean }> };
  size?: 'small' | 'normal';
  /** What a toast says of the result. */
  done?: string;
  failed: string;
}

/** Reads again on request. It is busy only then, not while the list refreshes on its own. */
export function Refresh({ query, size, done, failed }: RefreshProps) {
  const [busy, setBusy] = useState(false);
  async function refresh(): Promise<void> {
    setBusy(true);
    const { isSuccess } = await query.refetch();
    setBusy(false);
    if (!isSuccess) toast.error(failed);
    else if (done) toast.success(done);
  }
  return <RefreshButton busy={busy} size={size} onRefresh={refresh} />;
}
