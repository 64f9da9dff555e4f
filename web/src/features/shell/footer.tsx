import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LogoMark } from '#web/ui/logo.tsx';
import { FOOTER_LINKS, QUOTE_LINKS } from './links.ts';

const linkClass =
  'inline-flex min-h-9 items-center pointer-coarse:min-h-11 hover:text-ink hover:underline underline-offset-4';

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title} className="min-w-32">
      <p className="pb-1 font-medium text-ink">{title}</p>
      <ul>{children}</ul>
    </nav>
  );
}

export function Footer() {
  return (
    <footer className="mt-20 border-t border-line">
      <div className="page flex flex-col gap-x-10 gap-y-8 py-10 text-sm text-muted lg:flex-row lg:items-start lg:justify-between">
        <div className="flex max-w-xs gap-3">
          <LogoMark className="size-7 shrink-0" />
          <p className="text-pretty">
            Insurance bought with a wallet. Every payment is on a public chain; nothing about you is.
          </p>
        </div>
        <div className="grid grid-cols-2 gap-x-8 gap-y-8 sm:grid-cols-4 lg:gap-x-12">
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
      </div>
    </footer>
  );
}
