import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { shortHash } from '../../../../domain/address.ts';
import { type CheckedPlace, isWrongPlace, placeKind } from '../../../../domain/audit/places.ts';
import { placesCsv } from '../../../../domain/audit/report.ts';
import { blocksOf, placesIn } from '../../../../domain/audit/without-contract.ts';
import { chainRefOf, networkName, networkOf } from '../../../../domain/chains.ts';
import { formatAmount, formatUsd } from '../../../../domain/money.ts';
import { messageOf } from '../../lib/api/errors.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PlaceRow } from '../../ui/place-row.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useShowMore } from '../../ui/show-more.tsx';
import { Notice } from '../../ui/states.tsx';
import { checkRecords, type RecordedThere } from './queries.ts';

/** A record that may not have been looked up yet. */
type Row = Pick<CheckedPlace, 'record'> & { check: CheckedPlace['check'] | null };

function RecordRow({ record, check }: Row) {
  const chainId = chainRefOf(record.chain_id);
  if (record.record === 'policy') {
    const what = `Policy ${shortHash(record.quote_id)}, ${record.status}, ${formatUsd(record.coverage_usd)} of cover`;
    return <PlaceRow {...{ what, chainId, check, place: null }} />;
  }
  const { block, tx_hash: txHash, amount, quote_id } = record;
  const coin = networkOf(chainId)?.nativeCurrency;
  return (
    <PlaceRow
      what={placeKind(record.kind)}
      amount={amount === null || !coin ? null : formatAmount(amount, coin.decimals, coin.symbol)}
      place={{ block, txHash }}
      {...(record.kind === 'purchased' && record.exception === null
        ? { href: `/verify/${quote_id}?block=${block}` }
        : {})}
      {...{ chainId, check }}
    />
  );
}

const keyOf = ({ record }: Row) =>
  record.record === 'policy'
    ? record.quote_id
    : `${record.kind}:${record.tx_hash}:${record.log_index}:${record.quote_id}`;

/** What we recorded on a chain that has no contract of ours: each record can be looked up, and no more can be proved. */
export function WithoutContract({ recorded }: { recorded: RecordedThere }) {
  const records = placesIn(recorded.withoutContract);
  const [done, setDone] = useState(0);
  const check = useMutation({ mutationFn: () => checkRecords(recorded, setDone) });
  const rows: readonly Row[] = check.data ?? records.map((record) => ({ record, check: null }));
  const { drawn, showMore } = useShowMore(rows);
  if (!records[0]) return null;
  const checked = check.data ?? [];
  const wrong = checked.filter((row) => isWrongPlace(row.check)).length;
  const matched = checked.filter((row) => row.check.result === 'matched').length;
  const blocks = blocksOf(recorded.withoutContract).length;
  const save = () =>
    saveFile({ blob: new Blob([placesCsv(rows)], { type: 'text/csv' }), filename: 'mooring-rows.csv' });
  return (
    <Card aria-label="Without a contract" className="p-5 sm:px-6">
      <h2 className="text-lg">Without a contract: {networkName(String(records[0].chain_id))}</h2>
      <p className="mt-2 max-w-3xl text-[0.9375rem] text-muted">
        This chain has no contract of ours. It keeps no list of our events, so nobody can prove that none is
        missing, and it enforces no allowance, second confirmation, halt or consent, and refuses no second
        payout or refund. What can be proved is each row: it names its block, and your browser can look it up
        there. A policy’s id is the hash of its terms, so its payment proves them.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button size="small" busy={check.isPending} onClick={() => check.mutate()}>
          Check these rows
        </Button>
        <Button size="small" variant="secondary" onClick={save}>
          Rows as CSV
        </Button>
      </div>
      <div className="mt-3 flex flex-col gap-3">
        {check.isPending && (
          <Progress
            label="Blocks read"
            value={(100 * done) / blocks}
            text={`${done.toLocaleString('en-US')} of ${blocks.toLocaleString('en-US')}`}
          />
        )}
        {check.isError && (
          <LoadError title="The chain could not be read" small busy={false} onRetry={() => check.mutate()}>
            {messageOf(check.error)}
          </LoadError>
        )}
        {check.data && (
          <Notice tone={wrong > 0 ? 'danger' : undefined}>
            {matched.toLocaleString('en-US')} of {records.length.toLocaleString('en-US')} rows are in their
            blocks exactly as we recorded them.
            {wrong > 0 && ` ${wrong.toLocaleString('en-US')} ${wrong === 1 ? 'is' : 'are'} not.`}
          </Notice>
        )}
      </div>
      <ul aria-label="Recorded rows" className="mt-3 divide-y divide-line">
        {drawn.map((row) => (
          <RecordRow key={keyOf(row)} {...row} />
        ))}
      </ul>
      {showMore && <div className="mt-3 flex flex-col">{showMore}</div>}
    </Card>
  );
}
