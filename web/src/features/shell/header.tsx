import { Link, useRouterState } from '@tanstack/react-router';
import { Mail, Menu as MenuIcon, X } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { shortAddress } from '#domain/address.ts';
import { openConnectDialog } from '#web/state/connect-dialog.ts';
import { useTheme } from '#web/state/theme.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { disconnectWallet } from '#web/wallet/load.ts';
import { MESSAGES, PUBLIC_LINKS, WALLET_LINKS } from './links.ts';

// A visitor's first page needs neither.
const OthersMenu = lazyPart(() => import('./others-menu.tsx'));
const SmallMenu = lazyPart(() => import('./small-menu.tsx'));

const linkClass =
  'inline-flex h-10 items-center rounded-[10px] px-3 text-[0.9375rem] text-muted hover:text-ink data-[status=active]:font-medium data-[status=active]:text-ink';

/** Breakpoint from which all links fit in one row. A connected wallet has more to show than a visitor. */
const LARGE = { visitor: 'md:flex', wallet: 'lg:flex' } as const;
const SMALL = { visitor: 'md:hidden', wallet: 'lg:hidden' } as const;
/** What a phone has in its menu. */
const IN_MENU = { visitor: 'max-md:hidden', wallet: 'max-lg:hidden' } as const;

function Account() {
  const { status, wallet } = useSnapshot(walletSession);
  if (wallet === null) {
    // Whose wallet is being restored sees an empty place; start.js marks the page of anybody else.
    const visibility = status === 'restoring' ? 'invisible in-[[data-visitor]]:visible' : '';
    return (
      <Button variant="secondary" size="small" className={visibility} onClick={openConnectDialog}>
        Connect Wallet
      </Button>
    );
  }
  return (
    <div className={`flex items-center gap-1 ${IN_MENU.wallet}`}>
      <span
        title={`${wallet.name}: ${wallet.address}`}
        className="figures inline-flex h-10 items-center gap-2 rounded-[10px] border border-line bg-surface px-3 text-sm whitespace-nowrap"
      >
        <span aria-hidden className="size-2 rounded-full bg-teal" />
        {shortAddress(wallet.address)}
      </span>
      <Button variant="quiet" size="small" onClick={() => void disconnectWallet()}>
        Disconnect
      </Button>
    </div>
  );
}

interface HeaderProps {
  /** A label with the number of unread messages, requested only after a sign-in. */
  unread: ComponentType<{ label: string; fallback?: ReactNode }>;
}

/** The messages: their name in a wide window, an envelope on a phone, and how many are unread. */
function MessagesLink({ unread: Unread }: HeaderProps) {
  const { signIn } = useSnapshot(walletSession);
  const { to, label } = MESSAGES;
  const plain = <span className="max-lg:sr-only">{label}</span>;
  return (
    <Link to={to} className={`${linkClass} pointer-coarse:h-11 max-lg:gap-1.5`}>
      <Mail aria-hidden className="size-5 lg:hidden" />
      {signIn === null ? plain : <Unread label={label} fallback={plain} />}
    </Link>
  );
}

export function Header({ unread }: HeaderProps) {
  const { wallet } = useSnapshot(walletSession);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page closes the menu.
  useEffect(() => setOpen(false), [path]);
  const connected = wallet !== null;
  const who = connected ? 'wallet' : 'visitor';
  const theme = useTheme();
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-ground/95 backdrop-blur-sm">
      <div className="page flex h-16 items-center gap-2">
        <Link to="/" aria-label="Mooring, home page" className="flex rounded-[10px]">
          <Logo />
        </Link>
        <nav aria-label="Main" className={`ml-4 hidden items-center ${LARGE[who]}`}>
          {(connected ? WALLET_LINKS : PUBLIC_LINKS).map((link) => (
            <Link key={link.to} to={link.to} className={linkClass} activeOptions={{ exact: true }}>
              {link.label}
            </Link>
          ))}
          {connected && (
            <OthersMenu fallback={<span className={linkClass}>Others</span>} className={linkClass} />
          )}
        </nav>
        <div className="ml-auto flex items-center gap-1">
          {connected && <MessagesLink unread={unread} />}
          <ThemeSwitch
            {...theme}
            className={buttonClass({ variant: 'quiet', size: 'icon', className: IN_MENU[who] })}
          />
          <Account />
          <button
            type="button"
            aria-label={open ? 'Close menu' : 'Open menu'}
            aria-expanded={open}
            aria-controls="small-menu"
            onClick={() => setOpen(!open)}
            className={buttonClass({ variant: 'quiet', size: 'icon', className: SMALL[who] })}
          >
            {open ? <X aria-hidden /> : <MenuIcon aria-hidden />}
          </button>
        </div>
      </div>
      <SmallMenu when={open} className={`${linkClass} h-12 w-full`} hidden={SMALL[who]} />
    </header>
  );
}
