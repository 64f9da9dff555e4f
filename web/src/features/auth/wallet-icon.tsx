import { Anchor, Wallet } from 'lucide-react';
import type { WalletOption } from '../../wallet/catalogue.ts';

export function WalletIcon({ option }: { option: WalletOption }) {
  if (option.icon) return <img src={option.icon} alt="" className="size-8 shrink-0 rounded-[7px]" />;
  const Icon = option.state === 'demo' ? Anchor : Wallet;
  return (
    <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-[7px] bg-sunken text-muted">
      <Icon className="size-[1.125rem]" />
    </span>
  );
}
