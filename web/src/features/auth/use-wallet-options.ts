import { useCallback, useEffect, useState } from 'react';
import { messageOf } from '#web/lib/api/errors.ts';
import { PartError } from '#web/lib/load-part.ts';
import { renew } from '#web/lib/renew.ts';
import type { WalletOption } from '#web/wallet/catalog.ts';
import { loadWallet } from '#web/wallet/load.ts';
import type { WalletRuntime } from '#web/wallet/runtime.ts';

/** The wallet code and the available wallets, updated as extensions announce themselves. */
export function useWalletOptions() {
  const [wallet, setWallet] = useState<WalletRuntime | null>(null);
  const [options, setOptions] = useState<WalletOption[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again.
  useEffect(() => {
    let current = true;
    let unwatch: () => void = () => undefined;
    const found = loadWallet().then(async (runtime) => {
      await runtime.discover();
      return runtime;
    });
    found.then(
      (runtime) => {
        if (!current) return;
        setWallet(runtime);
        setOptions(runtime.options());
        unwatch = runtime.watchOptions(() => setOptions(runtime.options()));
      },
      (failure: unknown) => current && setError(failure),
    );
    return () => {
      current = false;
      unwatch();
    };
  }, [attempt]);

  const reload = useCallback(() => {
    setError(null);
    setAttempt((count) => count + 1);
    // The browser keeps a failed import as failed, and after a deployment its file is gone.
    if (error instanceof PartError) void renew();
  }, [error]);
  return { wallet, options, error: error === null ? null : messageOf(error), reload };
}
