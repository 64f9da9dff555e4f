import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { Fragment } from 'react';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import { FLAG_LABELS } from './display.ts';

/** What to look at twice, each with the records that it is about. */
export function Flags({ flags }: { flags: AdminClaimDetail['flags'] }) {
  if (flags.length === 0) return null;
  return (
    <ul
      aria-label="What to check"
      className="flex flex-col gap-1.5 border-b border-line bg-amber-soft px-4 py-3 text-[0.8125rem] sm:px-5"
    >
      {flags.map((flag) => (
        <li key={`${flag.kind} ${flag.reason} ${flag.links[0]?.link}`} className="flex gap-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-amber" />
          <span className="min-w-0 wrap-anywhere">
            <strong className="font-medium">{FLAG_LABELS[flag.kind]}:</strong> {flag.reason}
            {flag.links.map(({ label, link }) => (
              <Fragment key={link}>
                {' '}
                {/* The link is a path with its search, as the server wrote it. */}
                <Link to={link} className="whitespace-nowrap text-teal underline underline-offset-4">
                  {label}
                </Link>
              </Fragment>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
