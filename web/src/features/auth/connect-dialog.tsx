import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#web/lib/api/errors.ts';
import { closeConnectDialog, connectDialog } from '#web/state/connect-dialog.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { installHint, picksAccount, type WalletOption } from '#web/wallet/catalog.ts';
import type { WalletRuntime } from '#web/wallet/runtime.ts';
import { ConnectProgress } from './connect-progress.tsx';
import { handOver } from './queries.ts';
import { useWalletOptions } from './use-wallet-options.ts';
import { WalletList } from './wallet-list.tsx';

/** Separate, because most wallets need neither a choice of accounts nor a code to scan. */
const AccountPicker = lazyPart(() => import('./account-picker.tsx'));
const PairingStep = lazyPart(() => import('./pairing-step.tsx'));

type View =
  | { at: 'list' }
  | { at: 'pairing'; uri: string | null }
  | { at: 'accounts'; option: WalletOption }
  | { at: 'connecting'; option: WalletOption; retry: () => void }
  | { at: 'failed'; option: WalletOption; message: string; install?: string; retry: () => void };

/** The connect dialog's title, list, progress and errors. It ends at the wanted page or on the dashboard. */
export default function ConnectDialog() {
  const router = useRouter();
  const { wallet, options, error, reload } = useWalletOptions();
  const [view, setView] = useState<View>({ at: 'list' });
  // At the desk a wallet only sends what was prepared there: no redirect, and the holders of roles for the demo.
  const { pathname } = router.state.location;
  const atDesk = pathname.startsWith('/admin');
  // Other paths may name somebody's policy or claim, which a wallet's vendor should not learn.
  const page = atDesk ? '/admin' : (connectDialog.here ?? '/');
  /** What an app's link carries over; null until it is known. */
  const [carried, setCarried] = useState<string | null>(null);
  const hasApps = options.some(({ state }) => state === 'app');
  useEffect(() => {
    // A form is at the page behind only if it says so.
    if (hasApps) void (connectDialog.here === null ? Promise.resolve('') : handOver()).then(setCarried);
  }, [hasApps]);

  const back = () => setView({ at: 'list' });

  /** The open pairing by QR code. Closing the dialog ends it. */
  const pairing = useRef<AbortController | null>(null);
  useEffect(() => () => pairing.current?.abort(), []);

  async function pair(runtime: WalletRuntime, option: WalletOption): Promise<void> {
    const attempt = new AbortController();
    pairing.current = attempt;
    setView({ at: 'pairing', uri: null });
    await runtime.connect(option, { signal: attempt.signal, show: (uri) => setView({ at: 'pairing', uri }) });
  }

  async function run(
    option: WalletOption,
    action: (wallet: WalletRuntime) => Promise<unknown>,
  ): Promise<void> {
    if (!wallet) return;
    const retry = () => void run(option, action);
    // Read now, because the page behind changes as soon as a wallet is connected.
    const inPlace = connectDialog.here !== null || atDesk;
    setView({ at: 'connecting', option, retry });
    try {
      await action(wallet);
    } catch (failure) {
      setView({
        at: 'failed',
        option,
        retry,
        message: messageOf(failure, `Failed to connect ${option.name}`),
      });
      return;
    }
    closeConnectDialog();
    toast.success(`${option.name} connected successfully!`);
    if (!inPlace) await router.navigate({ href: router.state.location.state.next ?? '/dashboard' });
  }

  function choose(option: WalletOption): void {
    const hint = option.state === 'not_installed' ? installHint(option.type) : null;
    if (hint) {
      window.open(hint.url, '_blank', 'noopener,noreferrer');
      setView({ at: 'failed', option, message: hint.message, install: hint.url, retry: back });
    } else if (picksAccount(option)) {
      setView({ at: 'accounts', option });
    } else if (option.state === 'remote') {
      void run(option, (runtime) => pair(runtime, option));
    } else if (option.state === 'installed') {
      void run(option, (runtime) => runtime.connect(option));
    }
  }

  return (
    <Dialog
      onClose={closeConnectDialog}
      title="Connect Your Wallet"
      description={
        atDesk
          ? 'The wallet that holds a role of the contract. Connecting shares its address, nothing else.'
          : 'Your wallet is your account. Connecting shares its address, nothing else.'
      }
    >
      {error !== null && (
        <ErrorState title="The wallets could not be loaded" actions={<Button onClick={reload}>Retry</Button>}>
          {error}
        </ErrorState>
      )}
      {error === null && wallet === null && (
        <div className="flex flex-col gap-2" role="status" aria-label="Looking for wallets">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="h-14" />
          ))}
        </div>
      )}
      {wallet !== null && view.at === 'list' && (
        <div className="flex flex-col gap-4">
          <WalletList
            options={options}
            page={carried === null ? null : `${window.location.origin}${page}${carried}`}
            onChoose={choose}
          />
          {wallet.deployment.walletconnect === null && (
            <p className="text-sm text-muted">
              This site does not offer WalletConnect, so a wallet on your phone can’t connect to this page. On
              the phone, open this site in the browser of your wallet app.
            </p>
          )}
        </div>
      )}
      {wallet !== null && view.at === 'accounts' && (
        <AccountPicker
          fallback={<Skeleton className="h-64" />}
          wallet={wallet}
          option={view.option}
          purpose={atDesk ? 'roles' : 'customers'}
          onBack={() => {
            if (view.option.state !== 'demo') toast.info('Connection cancelled by user');
            back();
          }}
          onChoose={(account) => void run(view.option, (runtime) => runtime.connectAs(view.option, account))}
        />
      )}
      {view.at === 'pairing' && (
        <PairingStep
          fallback={<Skeleton className="h-80" />}
          uri={view.uri}
          onCancel={() => pairing.current?.abort()}
        />
      )}
      {(view.at === 'connecting' || view.at === 'failed') && (
        <ConnectProgress
          option={view.option}
          message={view.at === 'failed' ? view.message : null}
          install={view.at === 'failed' ? view.install : undefined}
          onBack={back}
          onRetry={view.retry}
        />
      )}
    </Dialog>
  );
}
