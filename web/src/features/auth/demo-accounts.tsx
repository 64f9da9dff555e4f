import { useCallback, useEffect, useState } from 'react';
import { shortAddress } from '../../../../domain/address.ts';
import { messageOf } from '../../lib/api/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState, Notice, Skeleton } from '../../ui/states.tsx';
import type { DemoAccount, Wallet } from '../../wallet/runtime.ts';

interface DemoAccountsProps {
  wallet: Wallet;
  kind: 'customers' | 'roles';
  onBack: () => void;
  onChoose: (account: string) => void;
}

/** Chooses a customer of the local chain, or at the desk the holder of a role. It says what this wallet is before it is used. */
export default function DemoAccounts({ wallet, kind, onBack, onChoose }: DemoAccountsProps) {
  const [accounts, setAccounts] = useState<readonly DemoAccount[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const load = useCallback(() => {
    setError(null);
    wallet.demoAccounts(kind).then(setAccounts, (failure: unknown) => setError(messageOf(failure)));
  }, [wallet, kind]);
  useEffect(load, [load]);
  return (
    <div className="flex flex-col gap-4">
      <Notice>
        The demo wallet is part of this local installation. It signs and pays immediately, without asking,
        with test coins that have no value.
      </Notice>
      {error !== null && (
        <ErrorState
          title="The local chain does not answer"
          actions={<Button onClick={load}>Try Again</Button>}
        >
          {error}
        </ErrorState>
      )}
      {error === null && accounts === null && <Skeleton className="h-40" />}
      {accounts !== null && (
        <ul className="flex flex-col gap-2">
          {accounts.map(({ name, address }) => (
            <li key={address}>
              <button
                type="button"
                onClick={() => onChoose(address)}
                className="flex min-h-12 w-full items-center justify-between gap-3 rounded-[10px] border border-line px-3 text-left hover:border-line-strong hover:bg-sunken"
              >
                <span className="font-medium">{name}</span>
                <span className="figures text-sm text-muted" title={address}>
                  {shortAddress(address)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex justify-end">
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  );
}
