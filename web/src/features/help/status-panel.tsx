import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { hasContract, networkOf, UNKNOWN_NETWORK } from '#domain/chains.ts';
import * as healthApi from '#domain/health/api.ts';
import type { HealthAnswer } from '#domain/health/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { PhoneSection } from '#web/ui/phone-section.tsx';
import { Section } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/states.tsx';

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

/** Blocks behind the head at which a reader counts as catching up: ten minutes at twelve seconds a block. */
const CATCHING_UP = 50;

type Tone = 'good' | 'waiting' | 'bad';

export interface StatusLine {
  key: string;
  name: string;
  words: string;
  tone: Tone;
}

type ChainState = HealthAnswer['chains'][number];
const number = new Intl.NumberFormat('en-US');
const blocks = (count: number) => `${number.format(count)} ${count === 1 ? 'block' : 'blocks'}`;

function chainWords({ head, lag }: ChainState): Pick<StatusLine, 'words' | 'tone'> {
  if (head === null) return { words: 'Not reachable', tone: 'bad' };
  const at = `Block ${number.format(head)}`;
  if (lag === null) return { words: `${at}, not read yet`, tone: 'waiting' };
  if (lag === 0) return { words: `${at}, up to date`, tone: 'good' };
  if (lag <= CATCHING_UP) return { words: `${at}, ${blocks(lag)} behind`, tone: 'good' };
  return { words: `${at}, catching up: ${blocks(lag)} behind`, tone: 'waiting' };
}

/** The parts of the service in words. Null is a service that does not answer. */
export function statusLines(health: HealthAnswer | null): StatusLine[] {
  if (health === null) {
    return [{ key: 'service', name: 'Service', words: 'Not reachable', tone: 'bad' }];
  }
  const ok = (fine: boolean, words: string, tone: Tone) =>
    fine ? { words: 'Operational', tone: 'good' as const } : { words, tone };
  return [
    { key: 'service', name: 'Service', ...ok(health.status === 'ok', 'Partly available', 'waiting') },
    { key: 'database', name: 'Database', ...ok(health.database === 'ok', 'Not reachable', 'bad') },
    ...health.chains.map((chain) => ({
      key: String(chain.chain_id),
      name:
        networkOf(chain.chain_id)?.name ??
        (hasContract(chain.chain_id) ? UNKNOWN_NETWORK : 'Polkadot network'),
      ...chainWords(chain),
    })),
  ];
}
