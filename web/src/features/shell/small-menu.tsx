import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { disconnectWallet } from '#web/wallet/load.ts';
import { MESSAGES, OTHER_LINKS, PUBLIC_LINKS, WALLET_LINKS } from './links.ts';

interface SmallMenuProps {
  connected: boolean;
  /** Of each entry. */
  className: string;
  /** The class that hides the menu where all links fit into the header. */
  hidden: string;
  /** The link to the messages. */
  children: ReactNode;
}

/** The button in the header that opens and closes the menu. */
const button = () => document.querySelector<HTMLElement>('[aria-controls="small-menu"]');

/** All links, below the header of a narrow window. */
export default function SmallMenu({ connected, className, hidden, children }: SmallMenuProps) {
  const links = connected ? [...WALLET_LINKS, MESSAGES, ...OTHER_LINKS] : PUBLIC_LINKS;
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
            {link === MESSAGES ? (
              children
            ) : (
              <Link to={link.to} className={className} activeOptions={{ exact: link.to === '/' }}>
                {link.label}
              </Link>
            )}
          </li>
        ))}
        {connected && (
          <li className="mt-2 border-t border-line pt-2">
            <button type="button" onClick={() => void disconnectWallet()} className={className}>
              Disconnect
            </button>
          </li>
        )}
      </ul>
    </nav>
  );
}
