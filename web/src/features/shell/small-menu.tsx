import { Link } from '@tanstack/react-router';
import { useSnapshot } from 'valtio';
import { shortAddress } from '#domain/address.ts';
import { useTheme } from '#web/state/theme.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { disconnectWallet } from '#web/wallet/load.ts';
import { OTHER_LINKS, PUBLIC_LINKS, WALLET_LINKS } from './links.ts';

interface SmallMenuProps {
  /** Of each entry. */
  className: string;
  /** The class that hides the menu where all links fit into the header. */
  hidden: string;
}

/** The button in the header that opens and closes the menu. */
const button = () => document.querySelector<HTMLElement>('[aria-controls="small-menu"]');

/** All links but that to the messages, with the appearance and the wallet, below the header of a narrow window. */
export default function SmallMenu({ className, hidden }: SmallMenuProps) {
  const { wallet } = useSnapshot(walletSession);
  const links = wallet === null ? PUBLIC_LINKS : [...WALLET_LINKS, ...OTHER_LINKS];
  return (
    <nav
      id="small-menu"
      aria-label="Main"
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return;
        button()?.focus();
        button()?.click();
      }}
      className={`max-h-[calc(100dvh-4rem)] overflow-y-auto border-t border-line bg-ground ${hidden}`}
    >
      <ul className="page flex flex-col py-3">
        {links.map((link) => (
          <li key={link.to}>
            <Link to={link.to} className={className} activeOptions={{ exact: link.to === '/' }}>
              {link.label}
            </Link>
          </li>
        ))}
        <li className="mt-2 border-t border-line pt-2">
          <ThemeSwitch {...useTheme()} className={`${className} gap-2.5`}>
            Appearance
          </ThemeSwitch>
        </li>
        {wallet !== null && (
          <li className="flex items-center justify-between gap-4">
            <button type="button" onClick={() => void disconnectWallet()} className={className}>
              Disconnect
            </button>
            <span title={wallet.address} className="figures px-3 text-sm text-muted">
              {shortAddress(wallet.address)}
            </span>
          </li>
        )}
      </ul>
    </nav>
  );
}
