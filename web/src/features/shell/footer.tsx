import { Link } from '@tanstack/react-router';
import { LogoMark } from '../../ui/logo.tsx';
import { QUOTE_LINKS } from './links.ts';

export function Footer() {
  return (
    <footer className="mt-20 border-t border-line">
      <div className="page flex flex-col gap-6 py-10 text-sm text-muted sm:flex-row sm:items-start sm:justify-between">
        <div className="flex max-w-sm gap-3">
          <LogoMark className="size-7 shrink-0" />
          <p className="text-pretty">
            Insurance bought with a wallet. Every policy stands in a public register on chain; nothing about
            you does.
          </p>
        </div>
        <nav aria-label="Quotes">
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            {QUOTE_LINKS.map((link) => (
              <li key={link.type}>
                <Link
                  to="/quote/$type"
                  params={{ type: link.type }}
                  className="inline-flex min-h-8 items-center hover:text-ink hover:underline hover:underline-offset-4"
                >
                  {link.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
