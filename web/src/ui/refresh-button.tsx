import { RefreshCw } from 'lucide-react';
import { Button } from './button.tsx';

interface RefreshButtonProps {
  busy: boolean;
  onRefresh: () => Promise<void>;
  size?: 'small' | 'normal';
}

export function RefreshButton({ busy, onRefresh, size = 'normal' }: RefreshButtonProps) {
  return (
    <Button variant="secondary" size={size} busy={busy} onClick={() => void onRefresh()}>
      {!busy && <RefreshCw aria-hidden />}
      Refresh
    </Button>
  );
}
