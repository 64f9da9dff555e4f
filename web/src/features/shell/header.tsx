import { Link, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon, Monitor, Moon, Sun, X } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { shortAddress } from '#domain/address.ts';
import { openConnectDialog } from '#web/state/connect-dialog.ts';
import { preferences, setTheme, THEMES } from '#web/state/theme.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { disconnectWallet } from '#web/wallet/load.ts';
import { MESSAGES, PUBLIC_LINKS, WALLET_LINKS } from './links.ts';

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;
const NAMES = { system: 'as the system', light: 'light', dark: 'dark' } as const;

function ThemeSwitch() {
  const { theme } = useSnapshot(preferences);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const Icon = ICONS[theme];
  return (
    <button
      type="button"
      title={`Appearance: ${NAMES[theme]}. Change to ${NAMES[next]}`}
      onClick={() => setTheme(next)}
      className={buttonClass({ variant: 'quiet', size: 'icon' })}
    >
      <Icon aria-hidden />
    </button>
  );
}

// A visitor's first page needs neither.
const OthersMenu = lazyPart(() => import('./others-menu.tsx'));
const SmallMenu = lazyPart(() => import('./small-menu.tsx'));

const linkClass =
  'inline-flex h-10 items-center rounded-[10px] px-3 text-[0.9375rem] text-muted hover:text-ink data-[status=active]:font-medium data-[status=active]:text-ink';

/** Breakpoint from which all links fit in one row. A connected wallet has more to show than a visitor. */
const LARGE = { visitor: 'md:flex', wallet: 'lg:flex' } as const;
const SMALL = { visitor: 'md:hidden', wallet: 'lg:hidden' } as const;

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
    <div className="flex items-center gap-1">
      <span
        title={`${wallet.name}: ${wallet.address}`}
        className="figures inline-flex h-10 items-center gap-2 rounded-[10px] border border-line bg-surface px-3 text-sm whitespace-nowrap max-[380px]:px-2"
      >
        <span aria-hidden className="size-2 rounded-full bg-teal max-[380px]:hidden" />
        {shortAddress(wallet.address)}
      </span>
      <Button variant="quiet" size="small" className="max-sm:hidden" onClick={() => void disconnectWallet()}>
        Disconnect
      </Button>
    </div>
  );
}

interface HeaderProps {
  /** A label with the number of unread messages, or a dot without one; requested only after a sign-in. */
  unread: ComponentType<{ label: string; fallback?: ReactNode }>;
}

/** A label with the number of unread messages; without a label, a dot. */
function UnreadLabel({ unread: Unread, label }: HeaderProps & { label: string }) {
  const { signIn } = useSnapshot(walletSession);
  if (signIn === null) return label;
  return <Unread label={label} fallback={label} />;
}

function MessagesLink({ unread, className }: HeaderProps & { className: string }) {
  return (
    <Link to={MESSAGES.to} className={className}>
      <UnreadLabel unread={unread} label={MESSAGES.label} />
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
            <>
              <MessagesLink unread={unread} className={linkClass} />
              <OthersMenu fallback={<span className={linkClass}>Others</span>} className={linkClass} />
            </>
          )}
        </nav>
        <div className="ml-auto flex items-center gap-1">
          <ThemeSwitch />
          <Account />
          <span className={`relative ${SMALL[who]}`}>
            <button
              type="button"
              aria-label={open ? 'Close menu' : 'Open menu'}
              aria-expanded={open}
              aria-controls="small-menu"
              onClick={() => setOpen(!open)}
              className={buttonClass({ variant: 'quiet', size: 'icon' })}
            >
              {open ? <X aria-hidden /> : <MenuIcon aria-hidden />}
            </button>
            {!open && <UnreadLabel unread={unread} label="" />}
          </span>
        </div>
      </div>
      <SmallMenu when={open} connected={connected} className={`${linkClass} h-12 w-full`} hidden={SMALL[who]}>
        <MessagesLink unread={unread} className={`${linkClass} h-12 w-full`} />
      </SmallMenu>
    </header>
  );
}
