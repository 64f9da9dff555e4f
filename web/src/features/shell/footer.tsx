import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
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

/** The links to everything; a customer with a wallet has them folded. The way out of a contract is always in the open. */
export function Footer() {
  const { wallet } = useSnapshot(walletSession);
  const withdraw = (
    <Link to={WITHDRAW.to} className={linkClass}>
      {WITHDRAW.label}
    </Link>
  );
  if (wallet !== null) {
    return (
      <footer className="mt-12 border-t border-line text-sm text-muted">
        <div className="page flex flex-wrap items-start gap-x-10 py-3">
          <details className="group open:w-full">
            <summary
              className={`${linkClass} cursor-pointer list-none gap-1.5 [&::-webkit-details-marker]:hidden`}
            >
              All pages
              <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
            </summary>
            <div className="py-5">
              <Columns />
            </div>
          </details>
          {withdraw}
        </div>
      </footer>
    );
  }
  return (
    <footer className="mt-20 border-t border-line">
      <div className="page flex flex-col gap-x-10 gap-y-8 py-10 text-sm text-muted lg:flex-row lg:items-start">
        <div className="flex max-w-xs gap-3 lg:w-60">
          <LogoMark className="size-7 shrink-0" />
          <div>
            <p className="text-pretty">
              Insurance bought with a wallet. Every payment is on a public chain; nothing about you is.
            </p>
            {withdraw}
          </div>
        </div>
        <Columns />
      </div>
    </footer>
  );
}
