import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { cn } from '#web/lib/cn.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { LogoMark } from '#web/ui/logo.tsx';
import { FOOTER_LINKS, QUOTE_LINKS, WITHDRAW } from './links.ts';

const linkClass =
  'inline-flex min-h-9 items-center pointer-coarse:min-h-11 hover:text-ink hover:underline underline-offset-4';

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <p className="pb-1 font-medium text-ink">{title}</p>
      <ul>{children}</ul>
    </nav>
  );
}

function Columns() {
  return (
    <div className="grid grow grid-cols-2 gap-8 sm:grid-cols-3 lg:grid-cols-5">
      <Column title="Quotes">
        {QUOTE_LINKS.map((link) => (
          <li key={link.type}>
            <Link to="/quote/$type" params={{ type: link.type }} className={linkClass}>
              {link.label}
            </Link>
          </li>
        ))}
      </Column>
      {FOOTER_LINKS.map(({ title, links }) => (
        <Column key={title} title={title}>
          {links.map((link) => (
            <li key={link.to}>
              <Link to={link.to} className={linkClass}>
                {link.label}
              </Link>
            </li>
          ))}
        </Column>
      ))}
    </div>
  );
}

/** The links to everything, folded on a phone and for a customer. The way out of a contract is always in the open. */
export function Footer() {
  const visitor = useSnapshot(walletSession).wallet === null;
  return (
    <footer className="mt-8 border-t md:mt-12 border-line text-sm text-muted">
      <div
        className={cn('page flex flex-wrap items-start gap-x-10 py-3', visitor && 'md:py-10 lg:flex-nowrap')}
      >
        <div className={cn(visitor && 'max-w-xs lg:w-60 lg:shrink-0')}>
          {visitor && (
            <p className="flex gap-3 text-pretty max-md:hidden">
              <LogoMark className="size-7 shrink-0" />
              Insurance bought with a wallet. Every payment is on a public chain; nothing about you is.
            </p>
          )}
          <Link to={WITHDRAW.to} className={cn(linkClass, visitor && 'md:ml-10')}>
            {WITHDRAW.label}
          </Link>
        </div>
        <details className={cn('group open:w-full', visitor && 'phone-fold md:grow')}>
          <summary
            className={cn(
              linkClass,
              'cursor-pointer list-none gap-1.5 [&::-webkit-details-marker]:hidden',
              visitor && 'md:sr-only',
            )}
          >
            All pages
            <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
          </summary>
          <div className={cn('py-5', visitor && 'md:py-0')}>
            <Columns />
          </div>
        </details>
      </div>
    </footer>
  );
}
