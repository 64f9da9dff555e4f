import { Download } from 'lucide-react';
import { recentWallet } from '../../state/wallet-session.ts';
import { Badge } from '../../ui/badge.tsx';
import type { WalletOption } from '../../wallet/catalogue.ts';
import { WalletIcon } from './wallet-icon.tsx';

interface WalletListProps {
  options: readonly WalletOption[];
  onChoose: (option: WalletOption) => void;
}

export function WalletList({ options, onChoose }: WalletListProps) {
  const recent = recentWallet();
  return (
    <ul className="flex flex-col gap-2">
      {options.map((option) => {
        return (
          <li key={option.id}>
            <button
              type="button"
              aria-describedby={option.note ? `wallet-${option.type}-note` : undefined}
              onClick={() => onChoose(option)}
              className="flex min-h-14 w-full items-center gap-3 rounded-[10px] border border-line px-3 py-2.5 text-left hover:border-line-strong hover:bg-sunken"
            >
              <WalletIcon option={option} />
              <span className="min-w-0 grow">
                <span className="block font-medium">{option.name}</span>
                {option.note && (
                  <span id={`wallet-${option.type}-note`} className="block text-sm text-muted">
                    {option.note}
                  </span>
                )}
              </span>
              {recent === option.type && option.state !== 'not_installed' && (
                <Badge variant="outline">Recent</Badge>
              )}
              {option.state === 'not_installed' && (
                <span className="inline-flex items-center gap-1.5 text-sm text-teal">
                  <Download aria-hidden className="size-4" />
                  Install
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
