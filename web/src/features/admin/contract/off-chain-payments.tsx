import { useQuery } from '@tanstack/react-query';
import { formatUsd } from '#domain/money.ts';
import * as registryApi from '#domain/registry/api.ts';
import { TableCard } from '#web/features/admin/kit/table.tsx';
import { ShortDate, words } from '#web/features/admin/parts/cells.tsx';
import { DeskLink } from '#web/features/admin/parts/panel.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { Skeleton } from '#web/ui/states.tsx';

/** Claims that were paid outside the chain, latest first: the public list that anyone can read. */
const offChainPaymentsQuery = adminApi.pageQuery(registryApi.listOffChainPayments, {
  query: { limit: 50 },
});

/** Claims that were paid by other means, as anyone reads them: the chain does not show them. */
export const OffChainPayments = () => (
  <TableCard
    title="Paid outside the chain"
    failed="Failed to load the payments"
    query={useQuery(offChainPaymentsQuery)}
    loading={<Skeleton className="h-16" />}
    empty="No claim was paid outside the chain."
    rows={({ entries }) => entries}
    rowKey={({ claim_number: name }) => name}
    columns={[
      [
        'Claim',
        ({ claim_number: name }) => (
          <DeskLink to="/admin/claims" open={Number(name.replace(/\D+/, ''))}>
            {name}
          </DeskLink>
        ),
      ],
      ['Method', ({ method }) => words(method)],
      ['Paid', ({ paid_at: at }) => <ShortDate at={at} />],
      ['Amount', ({ usd }) => formatUsd(usd), 'end'],
    ]}
    foot={({ entries, next }) =>
      next !== null && <p className="mt-2 text-muted">These are the latest {entries.length}.</p>
    }
  />
);
