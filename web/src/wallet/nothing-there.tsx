import { useSnapshot } from 'valtio';
import { walletWait } from '#web/state/wallet-session.ts';

/** Beside each sentence that sends somebody to their wallet: what to do when it shows nothing. */
export function NothingThere() {
  const { stop } = useSnapshot(walletWait);
  if (stop === null) return null;
  return (
    <span role="status" className="mt-2 flex flex-wrap items-center gap-x-3 text-sm">
      <span>Nothing there? Open your wallet.</span>
      <button
        type="button"
        className="min-h-8 text-teal underline underline-offset-4 pointer-coarse:min-h-11"
        onClick={() => stop()}
      >
        Stop waiting
      </button>
    </span>
  );
}
