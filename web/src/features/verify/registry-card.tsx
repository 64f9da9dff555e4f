import { useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { shortAddress } from '#domain/address.ts';
import { networkName } from '#domain/chains.ts';
import { formatUsd } from '#domain/money.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { SUPPORT_EMAIL } from '#web/lib/env.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { Notice, Skeleton } from '#web/ui/states.tsx';
import { EndMoment, Moment } from '#web/ui/values.tsx';
import { type Compared, compareRecords } from './compare.ts';
import { registryQuery } from './queries.ts';
import { parseQuoteId, productName } from './verdict.ts';
import { VerifyAddress } from './verify-address.tsx';

function shown(row: Compared, side: 'ours' | 'registry'): ReactNode {
  switch (row.field) {
    case 'Holder':
      return <span title={row[side]}>{shortAddress(row[side])}</span>;
    case 'Status':
      return row[side];
    case 'Product':
      return productName(row[side]);
    case 'Cover':
    case 'Paid out':
      return formatUsd(row[side]);
    case 'Start':
      return row[side] === null ? '–' : <Moment at={row[side]} />;
    case 'End':
      return row[side] === null ? '–' : <EndMoment end={row[side]} />;
  }
}

function Verdict({ rows }: { rows: readonly Compared[] }) {
  const different = rows.filter((row) => !row.agrees).map((row) => row.field.toLowerCase());
  if (different.length === 0) {
    return (
      <p className="flex gap-2.5">
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-teal" />
        The registry on chain and our record agree.
      </p>
    );
  }
  return (
    <p role="alert" className="flex gap-2.5">
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-coral" />
      <span>
        The registry and our record differ in {new Intl.ListFormat('en-US').format(different)}. What counts is
        the registry; please tell us at {SUPPORT_EMAIL}.
      </span>
    </p>
  );
}

function Table({ rows }: { rows: readonly Compared[] }) {
  return (
    <table className="figures mt-4 w-full text-sm sm:text-[0.9375rem]">
      <thead>
        <tr className="text-left text-sm text-muted">
          <th scope="col" className="py-2 font-normal">
            <span className="sr-only">Field</span>
          </th>
          <th scope="col" className="py-2 pl-3 font-normal">
            Our record
          </th>
          <th scope="col" className="py-2 pl-3 font-normal">
            Registry
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.field} className="border-t border-line">
            <th scope="row" className="py-2.5 text-left align-top text-sm font-normal text-muted">
              {row.field}
            </th>
            <td className="py-2.5 pl-3 align-top">{shown(row, 'ours')}</td>
            <td className={`py-2.5 pl-3 align-top ${row.agrees ? '' : 'font-semibold text-coral'}`}>
              {shown(row, 'registry')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const AGREES = (
  <span className="inline-flex items-center gap-1.5 text-teal">
    agrees <CircleCheck aria-hidden className="size-4.5" />
  </span>
);

/** What the registry says about the policy: a word for the closed line, the evidence, and whether it can't stay closed. */
function useEntry(policy: PolicyDetailAnswer, quoteId: `0x${string}`) {
  const query = useQuery({
    ...registryQuery(quoteId, policy.chain_id),
    enabled: policy.enforced_by === 'contract',
  });
  if (policy.enforced_by !== 'contract') {
    return {
      note: 'kept in our records',
      evidence: (
        <p className="text-[0.9375rem] text-muted">
          {networkName(policy.chain_id)} has no registry of policies. Anyone can check your payment and what
          we recorded later, each in its block.
        </p>
      ),
    };
  }
  if (query.isPending) return { note: 'being read…', evidence: <Skeleton className="h-72" /> };
  const found = query.data?.found?.policy;
  if (found) {
    const rows = compareRecords(policy, found);
    const differs = rows.some(({ agrees }) => !agrees);
    return {
      note: differs ? <span className="text-coral">differs</span> : AGREES,
      differs,
      evidence: (
        <>
          <Verdict rows={rows} />
          <Table rows={rows} />
        </>
      ),
    };
  }
  const silent = query.isError || query.data.unreachable.length > 0 || query.data.asked.length === 0;
  const again = (
    <Button variant="secondary" size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
      Try Again
    </Button>
  );
  return {
    note: silent ? 'out of reach' : 'not there yet',
    evidence: (
      <Notice tone="waiting" actions={again}>
        {silent
          ? 'Your browser cannot reach the network right now, so we cannot show the registry beside our record.'
          : 'The registry does not know this policy yet. That is normal right after a payment, and your premium is safe.'}
      </Notice>
    ),
  };
}

function RegistryLine({ policy, quoteId }: { policy: PolicyDetailAnswer; quoteId: `0x${string}` }) {
  const { note, evidence, differs = false } = useEntry(policy, quoteId);
  const { enforced_by, payment_block } = policy;
  const block = enforced_by === 'records' ? payment_block : null;
  return (
    <Fold title="Registry" note={note} open={differs}>
      {evidence}
      <VerifyAddress quoteId={quoteId} block={block} />
      <p className="mt-4 print:hidden">
        <ButtonLink
          to="/verify/$quoteId"
          params={{ quoteId }}
          search={block === null ? {} : { block }}
          variant="link"
          className="text-[0.9375rem]"
        >
          What anyone can see
        </ButtonLink>
      </p>
    </Fold>
  );
}

/**
 * The public registry's entry beside our record, read by this browser: a line that says whether the two agree, and opens
 * when they don't. A network without a registry shows the payment alone.
 */
export function RegistryCard({ policy }: { policy: PolicyDetailAnswer }) {
  const quoteId = parseQuoteId(policy.quote_id);
  return quoteId && <RegistryLine policy={policy} quoteId={quoteId} />;
}
