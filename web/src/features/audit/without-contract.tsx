import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { shortHash } from '../../../../domain/address.ts';
import { BALANCE_RESULTS, type BalanceLine, isBalanceDifference } from '../../../../domain/audit/balance.ts';
import { type CheckedPlace, isWrongPlace, placeKind } from '../../../../domain/audit/places.ts';
import { placesCsv } from '../../../../domain/audit/report.ts';
import { blocksOf, otherChain, placesIn } from '../../../../domain/audit/without-contract.ts';
import { chainRefOf, networkName, networkOf } from '../../../../domain/chains.ts';
import { formatAmount, formatUsd } from '../../../../domain/money.ts';
import { formatCount } from '../../lib/format.ts';
import { saveCsv } from '../../lib/save-file.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { AddressText, TransactionHash } from '../../ui/chain.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PlaceRow } from '../../ui/place-row.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Section } from '../../ui/section.tsx';
import { useShowMore } from '../../ui/show-more.tsx';
import { Notice } from '../../ui/states.tsx';
import { checkRecords, type RecordedThere } from './queries.ts';

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

function Balances({ lines }: { lines: readonly BalanceLine[] }) {
  return (
    <section className="mt-4" aria-label="Balance of our accounts">
      <h3 className="text-base">Balance of our accounts</h3>
      <p className="mt-1 max-w-3xl text-sm text-muted">
        An account’s first balance plus everything that its blocks show since must be its balance now. If we
        left out a movement, this sum does not match.
      </p>
      <ul className="mt-2 divide-y divide-line">
        {lines.map((line) => (
          <li key={`${line.account}:${line.block}:${line.txHash}:${line.text}`} className="py-3 text-sm">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge variant={isBalanceDifference(line) ? 'destructive' : 'default'}>
                {BALANCE_RESULTS[line.result]}
              </Badge>
              <AddressText address={line.account} />
              {line.block !== null && (
                <span className="figures text-muted">Block {formatCount(line.block)}</span>
              )}
              {line.txHash !== null && <TransactionHash hash={line.txHash} chainId={line.chain} />}
            </div>
            <p className="mt-1 wrap-anywhere">{line.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

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

/** How many rows are as they were recorded and how many are not, and how many differences the balances have. */
export const countFound = (found: RowCheck['found']) => ({
  matched: (found?.places ?? []).filter(({ check }) => check.result === 'matched').length,
  wrong: (found?.places ?? []).filter(({ check }) => isWrongPlace(check)).length,
  unexplained: (found?.balances ?? []).filter(isBalanceDifference).length,
});

/** What we recorded on a chain where we have no contract: each record can be looked up, and no more can be proved. */
export function WithoutContract({ recorded, check }: { recorded: RecordedThere; check: RowCheck }) {
  const records = placesIn(recorded.withoutContract);
  const rows: readonly Row[] = check.found?.places ?? records.map((record) => ({ record, check: null }));
  const { drawn, showMore } = useShowMore(rows);
  const chain = otherChain(recorded);
  if (chain === null) return null;
  const { matched, wrong, unexplained } = countFound(check.found);
  const balances = check.found?.balances ?? [];
  const blocks = blocksOf(recorded.withoutContract).length;
  const save = () => saveCsv('mooring-rows', placesCsv(rows));
  return (
    <Section title={`Without a contract: ${networkName(String(chain))}`}>
      <p className="max-w-3xl text-[0.9375rem] text-muted">
        We have no contract on this chain. It keeps no list of our events, so nobody can prove that none is
        missing, and it enforces no allowance, second confirmation, halt or consent, and refuses no second
        payout or refund. Each row can be proved: it names its block, and your browser can look it up there. A
        registry id is the hash of its terms, so its payment proves them.
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
          <Notice tone={wrong + unexplained > 0 ? 'danger' : 'good'}>
            {formatCount(matched)} of {formatCount(records.length)} rows are in their blocks exactly as we
            recorded them.
            {wrong > 0 && ` ${formatCount(wrong)} ${wrong === 1 ? 'is' : 'are'} not.`}
            {unexplained > 0
              ? ` The balance of our accounts has ${unexplained === 1 ? '1 difference' : `${formatCount(unexplained)} differences`}.`
              : balances.length > 0 && ' The balance of our accounts adds up.'}
          </Notice>
        )}
      </div>
      {balances.length > 0 && <Balances lines={balances} />}
      <ul aria-label="Recorded rows" className="mt-3 divide-y divide-line">
        {drawn.map((row) => (
          <RecordRow key={keyOf(row)} {...row} />
        ))}
      </ul>
      {showMore && <div className="mt-3 flex flex-col">{showMore}</div>}
    </Section>
  );
}
