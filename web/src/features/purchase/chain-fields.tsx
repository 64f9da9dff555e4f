import type { ChainRef } from '#domain/chains.ts';
import type { DeployedCurrency, DeployedNetwork } from '#web/lib/deployment.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { heldAmount, nativeOf, networkOptions } from './funds.ts';

import type { useBalances } from './network-fee.tsx';

interface ChainFieldsProps {
  networks: readonly DeployedNetwork[];
  chain: DeployedNetwork;
  currency: DeployedCurrency;
  balances: ReturnType<typeof useBalances>;
  /** Whether we chose this currency, because the wallet has too little of the native coin. */
  suggested: boolean;
  disabled: boolean;
  onChain: (chain: ChainRef) => void;
  onCurrency: (symbol: string) => void;
}

/** Network and currency with the wallet's balances. Networks without a deployment are listed, but cannot be chosen. */
export function ChainFields(props: ChainFieldsProps) {
  const { networks, chain, currency, balances, suggested, disabled, onChain, onCurrency } = props;
  const shown = (entry: DeployedCurrency) => {
    const held = balances.held[entry.symbol];
    return held === undefined ? undefined : heldAmount(held, entry);
  };
  const own = shown(currency);
  const coin = nativeOf(chain);
  const feeUnread = coin && !shown(coin) ? ` Your ${coin.symbol} for the network fee could not be read.` : '';
  const why = suggested && coin ? ` Chosen because it has too little ${coin.symbol} for this premium.` : '';
  const unread = balances.read
    ? 'Your balance could not be read. Your wallet will say if it is too low.'
    : 'Reading your balance…';
  return (
    <>
      <Field label="Network">
        {(aria) => (
          <Select
            {...aria}
            disabled={disabled}
            options={networkOptions(networks)}
            value={chain.ref}
            onChange={onChain}
          />
        )}
      </Field>
      <Field label="Currency" hint={own ? `Your wallet has ${own}.${why}${feeUnread}` : unread}>
        {(aria) => (
          <Select
            {...aria}
            disabled={disabled}
            options={chain.currencies.map((entry) => ({
              value: entry.symbol,
              label: entry.symbol,
              note: shown(entry),
            }))}
            value={currency.symbol}
            onChange={onCurrency}
          />
        )}
      </Field>
    </>
  );
}
