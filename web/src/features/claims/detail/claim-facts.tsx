import { Check, CircleDot, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { CLAIM_MEANING, claimStages, type NextActor } from '#domain/claims/lifecycle.ts';
import { type ClaimDetailAnswer, METHOD_LABELS } from '#domain/claims/schema.ts';
import { formatDecimal, formatUsd } from '#domain/money.ts';
import { clauseTitle } from '#domain/products/forms/clauses.ts';
import { cn } from '#web/lib/cn.ts';
import { longDate, longMoment, trimZeros } from '#web/lib/format.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Section } from '#web/ui/section.tsx';
import { Notice } from '#web/ui/states.tsx';
import { exactAmount, FactList, Moment, TransactionHash } from '#web/ui/values.tsx';

const TURNS: Record<NextActor, string | null> = {
  mooring: 'We’re on it.',
  customer: 'It’s your turn.',
  nobody: null,
};

/** `Monday, November 30`, in the reader's own day. */
const Due = ({ due }: { due: string }) => (
  <time dateTime={due} title={longMoment(due)} className="font-medium">
    {new Date(due).toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric' })}
  </time>
);

interface NextProps {
  claim: Pick<ClaimDetailAnswer, 'status' | 'next' | 'requested_documents'>;
  upload: ReactNode;
}

/** Who has the claim and the clock, and what is missing: the first thing on a claim's page. */
export function Next({ claim, upload }: NextProps) {
  const { actor, step, due } = claim.next;
  const late = actor === 'mooring' && due !== null && Date.parse(due) < Date.now();
  // Until the decision, that we are on it says everything.
  const isDecided = CLAIM_MEANING[claim.status].work !== 'decide';
  return (
    <div className="mb-5 flex flex-col gap-4">
      <h2 className="sr-only">What happens next</h2>
      <p className="text-lg">
        {TURNS[actor] && <span className="font-semibold">{TURNS[actor]} </span>}
        {(actor !== 'mooring' || isDecided) && `${step} `}
        {due !== null && !late && (
          <>
            {actor === 'customer' ? 'Please do it by' : 'You’ll hear from us by'} <Due due={due} />.
          </>
        )}
      </p>
      {late && due !== null && (
        <Notice tone="waiting">
          We’re late: we promised this by <Due due={due} />. Your claim is not forgotten. If you can’t wait,
          write to us.
        </Notice>
      )}
      {claim.requested_documents !== null && (
        <>
          <Notice tone="waiting">
            <p className="font-medium">What is missing</p>
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {claim.requested_documents}
            </p>
          </Notice>
          {upload}
        </>
      )}
    </div>
  );
}

interface ClaimProgressProps {
  claim: Pick<ClaimDetailAnswer, 'status' | 'progress'>;
  /** Who has the claim and by when, above the bar. */
  children?: ReactNode;
}

/** Who has the claim, and where it stands. A rejection ends the bar quietly: its reason is what matters. */
export function ClaimProgress({ claim, children }: ClaimProgressProps) {
  const { status, progress } = claim;
  const all = claimStages(status);
  const current = all.findIndex(({ at }) => at === progress);
  const ended = !CLAIM_MEANING[status].open;
  return (
    <Card className="p-5 sm:p-6" aria-labelledby="progress-title">
      {children}
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="progress-title" className={children ? 'text-base' : 'text-lg'}>
          Progress
        </h2>
        <p className="figures text-sm text-muted">{progress}%</p>
      </div>
      <Progress
        value={progress}
        label="Progress of the claim"
        text={`${all[current]?.label}, ${progress}%`}
        tone={status === 'rejected' ? 'quiet' : 'teal'}
        className="mt-3"
      />
      <ol
        aria-label="Steps"
        className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-sm sm:justify-between sm:gap-x-3"
      >
        {all.map((stage, index) => {
          const done = index < current || (index === current && ended);
          const here = index === current;
          const Icon = here && status === 'rejected' ? X : done ? Check : CircleDot;
          return (
            <li
              key={stage.label}
              aria-current={here ? 'step' : undefined}
              className={cn('flex items-center gap-1.5', here ? 'font-medium' : 'text-muted')}
            >
              <Icon
                aria-hidden
                className={cn(
                  'size-4',
                  (done || here) && (status === 'rejected' && here ? 'text-coral' : 'text-teal'),
                  !done && !here && 'opacity-60',
                )}
              />
              {stage.label}
              {done && !here && <span className="sr-only"> (done)</span>}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

type Part = { claim: ClaimDetailAnswer };

/** `$2,000` or `$1,999.25` from a decimal string, with every digit. */
function dollarRate(rate: string): string {
  const decimal = trimZeros(rate);
  return `$${formatDecimal(decimal, decimal.split('.')[1]?.length ?? 0)}`;
}

/** The payout. Before the transaction only the dollar amount is certain. */
export function PayoutCard({ claim: { payout, status } }: Part) {
  if (payout === null) return null;
  const { usd, amount, currency, decimals, rate, chain_id, tx_hash, paid_at, method } = payout;
  return (
    <Section title="Payout">
      <p className="figures mt-2 text-2xl font-semibold tracking-tight">{formatUsd(usd)}</p>
      {method !== 'blockchain' ? (
        <p className="mt-1 text-[0.9375rem] text-muted">
          Paid by {METHOD_LABELS[method]}
          {paid_at !== null && ` on ${longDate(paid_at)}`}.
        </p>
      ) : amount === null ? (
        <p className="mt-1 text-[0.9375rem] text-muted">
          {status === 'processing_payment' ? 'On its way' : 'It will be paid'} in {currency}, to the wallet
          that holds the policy.
        </p>
      ) : (
        <FactList
          rows={[
            ['Amount', exactAmount(BigInt(amount), decimals, currency)],
            rate !== null && ['Rate', `${dollarRate(rate)} per ${currency}`],
            tx_hash !== null && [
              'Transaction',
              <TransactionHash key="hash" hash={tx_hash} chainId={chain_id} />,
            ],
            paid_at !== null && ['Paid', <Moment key="paid" at={paid_at} />],
          ]}
        />
      )}
    </Section>
  );
}

export function DecisionCard({ claim }: Part) {
  const { decision_reason: reason, clause, status, thread_id } = claim;
  const refused = status === 'rejected';
  if (reason === null && !refused) return null;
  return (
    <Card className={cn('p-5 sm:p-6', refused && 'border-coral/45')} aria-labelledby="decision-title">
      <h2 id="decision-title" className="text-lg">
        {refused ? 'Why we rejected this claim' : 'Our decision'}
      </h2>
      {reason !== null && (
        <p dir="auto" className="mt-2 whitespace-pre-wrap wrap-anywhere">
          {reason}
        </p>
      )}
      {clause !== null && (
        <figure className="mt-4 border-l-2 border-line-strong pl-4 text-[0.9375rem]">
          <blockquote>{clause.text}</blockquote>
          <figcaption className="mt-1 text-sm text-muted">
            From the terms that you accepted: {clauseTitle(clause)}
          </figcaption>
        </figure>
      )}
      {refused && (
        <p className="mt-3 text-[0.9375rem] text-muted">
          Did we miss something? A person reads your answer.{' '}
          <ButtonLink to="/messages" search={{ thread: thread_id }} variant="link">
            Answer this decision
          </ButtonLink>
        </p>
      )}
    </Card>
  );
}
