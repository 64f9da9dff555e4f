import type { DeployedChain, DeployedCurrency } from '../../../lib/deployment.ts';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { nativeOf } from './chain-choice.ts';
import { heldAmount } from './funds.ts';
import type { useBalances } from './use-balances.ts';

interface ChainFieldsProps {
  chains: readonly DeployedChain[];
  chain: DeployedChain;
  currency: DeployedCurrency;
  balances: ReturnType<typeof useBalances>;
  disabled: boolean;
  onChain: (chainId: number) => void;
  onCurrency: (symbol: string) => void;
}

/** Network and currency with the wallet's balances. */
export function ChainFields(props: ChainFieldsProps) {
  const { chains, chain, currency, balances, disabled, onChain, onCurrency } = props;
  const shown = (entry: DeployedCurrency) => {
    const held = balances.held[entry.symbol];
    return held === undefined ? undefined : heldAmount(held, entry);
  };
  const own = shown(currency);
  const coin = nativeOf(chain);
  const feeUnread = coin && !shown(coin) ? ` Your ${coin.symbol} for the network fee could not be read.` : '';
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
            options={chains.map((entry) => ({ value: String(entry.chain_id), label: entry.name }))}
            value={String(chain.chain_id)}
            onChange={(value) => onChain(Number(value))}
          />
        )}
      </Field>
      <Field label="Currency" hint={own ? `Your wallet has ${own}.${feeUnread}` : unread}>
        {(aria) => (
          <Select
            {...aria}
            disabled={disabled}
            options={chain.currencies.map((entry) => {
              const note = shown(entry);
              return { value: entry.symbol, label: entry.symbol, ...(note ? { note } : {}) };
            })}
            value={currency.symbol}
            onChange={onCurrency}
          />
        )}
      </Field>
    </>
  );
}
