import { LoaderCircle } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { OutsideLink } from '#web/ui/text-link.tsx';
import type { WalletOption } from '#web/wallet/catalog.ts';
import { NothingThere } from '#web/wallet/nothing-there.tsx';
import { WalletIcon } from './wallet-icon.tsx';

interface ConnectProgressProps {
  option: WalletOption;
  /** What went wrong, or null while the wallet is open. */
  message: string | null;
  /** Where a missing wallet is installed: a browser may have blocked the page that was opened for it. */
  install?: string | undefined;
  onBack: () => void;
  onRetry: () => void;
}

export function ConnectProgress({ option, message, install, onBack, onRetry }: ConnectProgressProps) {
  return (
    <div className="flex flex-col gap-5">
      {message === null ? (
        <div role="status" className="flex flex-col items-center gap-3 py-6 text-center">
          <span className="relative">
            <WalletIcon option={option} />
          </span>
          <p className="flex items-center gap-2 font-medium">
            <LoaderCircle aria-hidden className="size-4 animate-spin" />
            Connecting
          </p>
          <p className="text-sm text-muted">
            Confirm in {option.name}. It may have opened in another window.
            <NothingThere />
          </p>
        </div>
      ) : (
        <ErrorState title={option.name}>
          {message}
          {install && (
            <p className="mt-2">
              <OutsideLink href={install} newTab>
                Open the installation page
              </OutsideLink>
            </p>
          )}
        </ErrorState>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
        {message !== null && <Button onClick={onRetry}>Retry</Button>}
      </div>
    </div>
  );
}
