import { CircleCheck } from 'lucide-react';
import { useMemo } from 'react';
import { shortHash } from '#domain/address.ts';
import type { AuditResult } from '#domain/audit/audit.ts';
import { isDifference, type Line } from '#domain/audit/lines.ts';
import { countResults, RESULTS } from '#domain/audit/report.ts';
import { formatCount } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { FilterButtons, useShowMore } from '#web/ui/list-tools.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { AddressText, Badge, type BadgeVariant, TransactionHash } from '#web/ui/values.tsx';

import { ListCard, Place } from './list-card.tsx';

export type Show = 'all' | 'differences';

const SHOWS = [
  { value: 'differences', label: 'Differences' },
  { value: 'all', label: 'All lines' },
] as const;

const variantOf = (line: Line): BadgeVariant =>
  isDifference(line) ? 'destructive' : line.result === 'waiting' ? 'secondary' : 'default';

/** No two lines say the same about the same thing. */
const keyOf = ({ about, contract, txHash, logIndex, quoteId, what, explanation }: Line) =>
  [about, contract, txHash, logIndex, quoteId, what, explanation].join(':');

function LineItem({ line }: { line: Line }) {
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
        <p className="min-w-0 flex-1 basis-72 text-[0.9375rem] wrap-anywhere">{line.what}</p>
        <Badge variant={variantOf(line)}>{RESULTS[line.result]}</Badge>
      </div>
      {line.explanation && (
        <p className="mt-1 text-[0.9375rem] text-muted wrap-anywhere">{line.explanation}</p>
      )}
      <Place>
        {line.block !== null && <span>block {formatCount(line.block)}</span>}
        {line.txHash !== null && <TransactionHash hash={line.txHash} chainId={line.chainId} />}
        {line.quoteId !== null && (
          <a href={`/verify/${line.quoteId}`} className="text-teal underline underline-offset-4">
            policy {shortHash(line.quoteId)}
          </a>
        )}
        {line.contract !== '' && (
          <span>
            contract <AddressText address={line.contract} />
          </span>
        )}
      </Place>
    </>
  );
}

interface ReconciliationTabProps {
  result: AuditResult;
  show: Show;
  onShow: (show: Show) => void;
  onAgain: () => void;
  busy: boolean;
}

export function ReconciliationTab({ result, show, onShow, onAgain, busy }: ReconciliationTabProps) {
  const { lines, recorded, missing } = result;
  const found = useMemo(
    () => [
      ...lines.filter(isDifference),
      ...(show === 'all' ? lines.filter((line) => !isDifference(line)) : []),
    ],
    [lines, show],
  );
  const { drawn, showMore } = useShowMore(found);
  const counts = countResults(lines).filter(([, count]) => count > 0);
  return (
    <div className="flex flex-col gap-5">
      {recorded === null && (
        <ErrorState
          title="Our records could not be read, so nothing is compared with them"
          actions={
            <Button size="small" busy={busy} onClick={onAgain}>
              Try Again
            </Button>
          }
        >
          {missing} The other tabs show what the chain alone knows. Missing are the line-by-line comparison,
          our totals, and claims paid outside the chain.
        </ErrorState>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <FilterButtons legend="Which lines" options={SHOWS} value={show} onChange={onShow} />
        <ul
          aria-label="Results"
          className="figures flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted sm:ml-auto"
        >
          {counts.map(([each, count]) => (
            <li key={each} className="flex items-center gap-1.5">
              {each === 'matched' && <CircleCheck aria-hidden className="size-4 text-teal" />}
              {RESULTS[each]}: {formatCount(count)}
            </li>
          ))}
        </ul>
      </div>
      {drawn.length > 0 ? (
        <ListCard label="Lines of the reconciliation" items={drawn} keyOf={keyOf}>
          {(line) => <LineItem line={line} />}
        </ListCard>
      ) : (
        recorded !== null && (
          <EmptyState
            title={lines.length === 0 ? 'Nothing to compare yet' : 'No differences'}
            picture={lines.length > 0 && <CircleCheck aria-hidden className="size-10" strokeWidth={1.5} />}
          >
            {lines.length === 0
              ? 'Neither our contracts nor our records of them have a payment or a policy.'
              : 'Every event, every policy and every total is the same on the chain and in our records.'}
          </EmptyState>
        )
      )}
      {showMore}
    </div>
  );
}
