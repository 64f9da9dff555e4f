import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { shortHash } from '#domain/address.ts';
import { type CheckedPlace, isWrongPlace, placeKind } from '#domain/audit/places.ts';
import { placesCsv } from '#domain/audit/report.ts';
import {
  blocksOf,
  checkPlaces,
  otherChain,
  placesIn,
  type RecordedThere,
} from '#domain/audit/without-contract.ts';
import { chainRefOf, networkName, networkOf } from '#domain/chains.ts';
import { formatAmount, formatUsd } from '#domain/money.ts';
import { formatCount } from '#web/lib/format.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { saveText } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { useShowMore } from '#web/ui/list-tools.tsx';
import { PlaceRow } from '#web/ui/place-row.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Section } from '#web/ui/section.tsx';
import { LoadError, Notice } from '#web/ui/states.tsx';

/** Looks our records up in their blocks; wrong ones come first. */
async function checkRecords(recorded: RecordedThere, each: (done: number) => void): Promise<CheckedPlace[]> {
  const { placeNodes } = await loadPart(() => import('#web/wallet/look-up.ts'));
  return checkPlaces(recorded, await placeNodes(), Math.floor(Date.now() / 1000), each);
}

/** A record that may not have been looked up yet. */
type Row = Pick<CheckedPlace, 'record'> & { check: CheckedPlace['check'] | null };

function RecordRow({ record, check }: Row) {
  const chainId = chainRefOf(record.chain_id);
  if (record.record === 'policy') {
    const what = `Policy ${shortHash(record.quote_id)}, ${record.status}, ${formatUsd(record.coverage_usd)} of cover`;
    return <PlaceRow what={what} place={null} chainId={chainId} check={check} />;
  }
  const { block, tx_hash: txHash, amount, quote_id } = record;
  const bought = record.kind === 'purchased' && record.exception === null;
  const coin = networkOf(chainId)?.nativeCurrency;
  return (
    <PlaceRow
      what={placeKind(record.kind)}
      amount={amount === null || !coin ? null : formatAmount(amount, coin.decimals, coin.symbol)}
      place={{ block, txHash }}
      href={bought ? `/verify/${quote_id}?block=${block}` : undefined}
      chainId={chainId}
      check={check}
    />
  );
}

const keyOf = ({ record }: Row) =>
  record.record === 'policy'
    ? record.quote_id
    : `${record.kind}:${record.tx_hash}:${record.log_index}:${record.quote_id}`;

/** Looks every record of the chain without a contract up in its block, on request. */
export function useRowCheck(recorded: RecordedThere | null) {
  const [done, setDone] = useState(0);
  const check = useMutation({
    mutationFn: async (of: RecordedThere) => ({ of, found: await checkRecords(of, setDone) }),
  });
  // What was checked before the audit ran again says nothing about the new records.
  const found = check.data && check.data.of === recorded ? check.data.found : null;
  return {
    done,
    found,
    busy: check.isPending,
    error: check.isError ? check.error : null,
    start: () => {
      if (recorded) check.mutate(recorded);
    },
  };
}
export type RowCheck = ReturnType<typeof useRowCheck>;

/** How many rows are as they were recorded, and how many are not. */
export const countFound = (found: RowCheck['found']) => ({
  matched: (found ?? []).filter(({ check }) => check.result === 'matched').length,
  wrong: (found ?? []).filter(({ check }) => isWrongPlace(check)).length,
});

/** What we recorded on a chain where we have no contract: each record can be looked up, and no more can be proved. */
export function WithoutContract({ recorded, check }: { recorded: RecordedThere; check: RowCheck }) {
  const records = placesIn(recorded.withoutContract);
  const rows: readonly Row[] = check.found ?? records.map((record) => ({ record, check: null }));
  const { drawn, showMore } = useShowMore(rows);
  const chain = otherChain(recorded);
  if (chain === null) return null;
  const { matched, wrong } = countFound(check.found);
  const blocks = blocksOf(recorded.withoutContract).length;
  const save = () => saveText('mooring-rows.csv', 'text/csv', placesCsv(rows));
  return (
    <Section title={`Without a contract: ${networkName(String(chain))}`}>
      <p className="max-w-3xl text-[0.9375rem] text-muted">
        We have no contract on this chain, so nothing on it enforces cover, payouts or refunds, and it keeps
        no list that could prove that none of our rows is missing. Each row can be proved: it names its block,
        and your browser can look it up there. A registry id is the hash of its terms, so its payment proves
        them.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button variant="secondary" size="small" busy={check.busy} onClick={check.start}>
          Check these rows
        </Button>
        <Button size="small" variant="secondary" onClick={save}>
          Rows as CSV
        </Button>
      </div>
      <div className="mt-3 flex flex-col gap-3">
        {check.busy && (
          <Progress
            label="Blocks read"
            value={blocks === 0 ? 0 : (100 * check.done) / blocks}
            text={`${formatCount(check.done)} of ${formatCount(blocks)}`}
          />
        )}
        {check.error && (
          <LoadError
            title="The chain could not be read"
            small
            query={{ error: check.error, isFetching: false, refetch: check.start }}
          />
        )}
        {check.found && (
          <Notice tone={wrong > 0 ? 'danger' : 'good'}>
            {formatCount(matched)} of {formatCount(records.length)} rows are in their blocks exactly as we
            recorded them.
            {wrong > 0 && ` ${formatCount(wrong)} ${wrong === 1 ? 'is' : 'are'} not.`}
          </Notice>
        )}
      </div>
      <ul aria-label="Recorded rows" className="mt-3 divide-y divide-line">
        {drawn.map((row) => (
          <RecordRow key={keyOf(row)} {...row} />
        ))}
      </ul>
      {showMore && <div className="mt-3 flex flex-col">{showMore}</div>}
    </Section>
  );
}
