import { useCallback, useEffect, useState } from 'react';
import { shortAddress } from '#domain/address.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState, Notice, Skeleton } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import type { WalletOption } from '#web/wallet/catalog.ts';
import type { AccountsFor, WalletAccount } from '#web/wallet/family.ts';
import type { WalletRuntime } from '#web/wallet/runtime.ts';

interface AccountPickerProps {
  wallet: WalletRuntime;
  option: WalletOption;
  purpose: AccountsFor;
  onBack: () => void;
  onChoose: (account: string) => void;
}

/** Chooses an account of a wallet that shares several. The demo wallet says what it is before it is used. */
export default function AccountPicker({ wallet, option, purpose, onBack, onChoose }: AccountPickerProps) {
  const [accounts, setAccounts] = useState<readonly WalletAccount[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const demo = option.state === 'demo';
  const load = useCallback(() => {
    setError(null);
    return wallet
      .accounts(option, purpose)
      .then(setAccounts, (failure: unknown) => setError(messageOf(failure)));
  }, [wallet, option, purpose]);
  useEffect(() => void load(), [load]);
  return (
    <div className="flex flex-col gap-4">
      {__DEMO_WALLET__ && demo && (
        <Notice>
          The demo wallet is part of this local installation. It signs and pays immediately, without asking,
          with test coins that have no value.
        </Notice>
      )}
      {error !== null && (
        <ErrorState
          title={__DEMO_WALLET__ && demo ? 'The local chain does not answer' : option.name}
          actions={<Button onClick={() => void load()}>Try Again</Button>}
        >
          {error}
        </ErrorState>
      )}
      {error === null && accounts === null && (
        <div role="status" aria-label="Looking for accounts" className="flex flex-col gap-3">
          {!demo && <p className="text-sm text-muted">Confirm in {option.name} which accounts to share.</p>}
          <Skeleton className="h-40" />
        </div>
      )}
      {accounts !== null && error === null && !demo && (
        <p className="text-sm text-muted">
          {purpose === 'roles'
            ? 'Choose the account that pays.'
            : 'Choose the account that will hold your policies.'}
        </p>
      )}
      {accounts !== null && error === null && (
        <ul className="flex flex-col gap-2">
          {accounts.map((account) => (
            <li key={account.id} className="flex items-stretch gap-2">
              <button
                type="button"
                onClick={() => onChoose(account.id)}
                className="flex min-h-12 w-full min-w-0 flex-col justify-center rounded-[10px] border border-line px-3 py-1.5 text-left hover:border-line-strong hover:bg-sunken"
              >
                <span className="font-medium break-words">{account.name}</span>
                <span className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
                  {account.note && <span>{account.note}</span>}
                  <span className="figures whitespace-nowrap" title={account.address}>
                    {shortAddress(account.address)}
                  </span>
                </span>
              </button>
              {__DEMO_WALLET__ && demo && account.faucet !== null && (
                <Faucet
                  wallet={wallet}
                  option={option}
                  account={account}
                  coin={account.faucet}
                  onFilled={load}
                />
              )}
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

interface FaucetProps {
  wallet: WalletRuntime;
  option: WalletOption;
  account: WalletAccount;
  coin: string;
  onFilled: () => Promise<void>;
}

function Faucet({ wallet, option, account, coin, onFilled }: FaucetProps) {
  const [busy, setBusy] = useState(false);
  async function fill(): Promise<void> {
    setBusy(true);
    try {
      await wallet.fill(option, account.id);
      toast.success(`${account.name} has more test ${coin}`);
      await onFilled();
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      variant="secondary"
      busy={busy}
      aria-label={`Get test ${coin} for ${account.name}`}
      onClick={() => void fill()}
    >
      Get {coin}
    </Button>
  );
}
