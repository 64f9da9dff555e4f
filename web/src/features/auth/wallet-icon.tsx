import { Anchor, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WalletOption } from '#web/wallet/catalog.ts';

/** Our own simple drawing of each wallet kind, for where the wallet has not announced its icon. */
const MARKS: Record<string, { color: string; drawing: ReactNode }> = {
  // A fox's head.
  metamask: {
    color: '#c4560b',
    drawing: <path d="M5 6l7 4h8l7-4-2 11-4 8h-10l-4-8zM12 17l2 2M20 17l-2 2M14 25l2-2 2 2" />,
  },
  // A coin with a square in it.
  coinbase: {
    color: '#0b4fd6',
    drawing: (
      <>
        <circle cx="16" cy="16" r="10" />
        <path d="M13 13h6v6h-6z" fill="#fff" />
      </>
    ),
  },
  // A ring of dots.
  polkadot: {
    color: '#c40a68',
    drawing: (
      <g fill="#fff" stroke="none">
        <circle cx="16" cy="7" r="3.2" />
        <circle cx="16" cy="25" r="3.2" />
        <circle cx="8.2" cy="11.5" r="2.4" />
        <circle cx="23.8" cy="11.5" r="2.4" />
        <circle cx="8.2" cy="20.5" r="2.4" />
        <circle cx="23.8" cy="20.5" r="2.4" />
      </g>
    ),
  },
  // An arc over two waves.
  walletconnect: {
    color: '#1a6fc4',
    drawing: <path d="M6 13a14.5 14.5 0 0 1 20 0M6 18l5 5 5-5 5 5 5-5" />,
  },
};

export function WalletIcon({ option }: { option: WalletOption }) {
  if (option.icon) return <img src={option.icon} alt="" className="size-8 shrink-0 rounded-[7px]" />;
  const mark = MARKS[option.type];
  if (mark) {
    return (
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-8 shrink-0">
        <rect width="32" height="32" rx="7" fill={mark.color} />
        <g fill="none" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round">
          {mark.drawing}
        </g>
      </svg>
    );
  }
  const Icon = option.state === 'demo' ? Anchor : Wallet;
  return (
    <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-[7px] bg-sunken text-muted">
      <Icon className="size-[1.125rem]" />
    </span>
  );
}
