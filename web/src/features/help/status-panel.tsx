import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import * as healthApi from '#domain/health/api.ts';
import { api } from '#web/lib/api/api.ts';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { PhoneSection } from '#web/ui/phone-section.tsx';
import { Section } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { statusLines, type Tone } from './status.ts';

const ACTIONS = [
  { to: '/submit-claim', label: 'Submit a claim' },
  { to: '/my-policies', label: 'My policies' },
  { to: '/messages', label: 'Messages' },
  { to: '/find-payment', label: 'I paid, where is my policy?' },
  { to: '/verify', label: 'Verify a policy' },
] as const;

export function QuickActions() {
  return (
    <Section title="Quick actions">
      <ul className="-mb-3 divide-y divide-line">
        {ACTIONS.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-12 items-center justify-between gap-3 text-[0.9375rem] hover:text-teal"
            >
              {label}
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export const HEALTH_REFRESH_MS = 30_000;

const healthQuery = () =>
  api.query(healthApi.getHealth, {}, { refetchInterval: HEALTH_REFRESH_MS, staleTime: 0 });

const DOTS: Record<Tone, string> = { good: 'bg-teal', waiting: 'bg-amber', bad: 'bg-coral' };

export function StatusPanel() {
  const query = useQuery(healthQuery());
  const lines = query.isPending ? [] : statusLines(query.isError ? null : (query.data ?? null));
  return (
    <PhoneSection title="System status">
      {query.isPending && <Skeleton label="Checking the system" className="mt-4 h-28" />}
      <dl aria-live="polite" className="mt-2 divide-y divide-line">
        {lines.map(({ key, name, words, tone }) => (
          <div key={key} className="py-3 last:pb-0">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="figures mt-0.5 flex items-center gap-2.5 text-[0.9375rem]">
              <span aria-hidden className={cn('size-2 shrink-0 rounded-full', DOTS[tone])} />
              {words}
            </dd>
          </div>
        ))}
      </dl>
      {query.isError && (
        <div className="mt-4 text-[0.9375rem] text-muted">
          <p>
            Your policies and payments are not affected: they are on chain, and anyone can still verify them.
          </p>
          <Button
            variant="secondary"
            size="small"
            className="mt-3"
            busy={query.isFetching}
            onClick={() => void query.refetch()}
          >
            Check again
          </Button>
        </div>
      )}
    </PhoneSection>
  );
}
