import { Download, SquareArrowOutUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { recentWallet } from '#web/state/wallet-session.ts';
import { Badge } from '#web/ui/values.tsx';
import { appLink, type WalletOption } from '#web/wallet/catalog.ts';
import { WalletIcon } from './wallet-icon.tsx';

interface WalletListProps {
  options: readonly WalletOption[];
  /** Address of the page that a wallet's app opens; null until it is known. */
  page: string | null;
  onChoose: (option: WalletOption) => void;
}

const row =
  'flex min-h-14 w-full items-center gap-3 rounded-[10px] border border-line px-3 py-2.5 text-left hover:border-line-strong hover:bg-sunken';

export function WalletList({ options, page, onChoose }: WalletListProps) {
  const recent = recentWallet();
  return (
    <ul className="flex flex-col gap-2">
      {options.map((option) => {
        const link = option.state === 'app' && page !== null ? appLink(option.type, page) : null;
        const { hash } = new URL(page ?? window.location.origin);
        const text = link?.endsWith(hash) === false ? LEFT_BEHIND : option.note;
        const note = text === null ? undefined : `wallet-${option.id}-note`;
        const inside = <Line option={option} text={text} note={note} recent={recent === option.type} />;
        return (
          <li key={option.id}>
            {link === null ? (
              <button
                type="button"
                aria-describedby={note}
                disabled={option.state === 'app'}
                onClick={() => onChoose(option)}
                className={row}
              >
                {inside}
              </button>
            ) : (
              <a href={link} rel="noreferrer" aria-describedby={note} className={row}>
                {inside}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Its link has no place that its vendor's server never sees. */
const LEFT_BEHIND = 'Opens this form empty: its link can’t carry what you typed.';

interface LineProps {
  option: WalletOption;
  text: string | null;
  note: string | undefined;
  recent: boolean;
}

function Line({ option, text, note, recent }: LineProps) {
  return (
    <>
      <WalletIcon option={option} />
      <span className="min-w-0 grow">
        <span className="block font-medium">{option.name}</span>
        {note && (
          <span id={note} className="block text-sm text-muted">
            {text}
          </span>
        )}
      </span>
      {MARKS[option.state] ?? (recent && <Badge variant="outline">Recent</Badge>)}
    </>
  );
}

/** What stands at the end of the line of a wallet that is not in this browser. */
const MARKS: Partial<Record<WalletOption['state'], ReactNode>> = {
  not_installed: (
    <span className="inline-flex items-center gap-1.5 text-sm text-teal">
      <Download aria-hidden className="size-4" />
      Install
    </span>
  ),
  app: <SquareArrowOutUpRight aria-hidden className="size-4 shrink-0 text-teal" />,
};
