import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PLACE_KINDS, PLACE_RESULTS, type PlaceResult } from '../../../../domain/audit/places.ts';
import { type PlaceRecord, placesCsv } from '../../../../domain/audit/report.ts';
import type { AnyRecord } from '../../../../domain/audit/schema.ts';
import { networkName } from '../../../../domain/chains.ts';
import { messageOf } from '../../lib/api/errors.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TransactionHash } from '../../ui/chain.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Notice } from '../../ui/states.tsx';
import { checkPlaces } from './queries.ts';

/** Rows shown at once; the file has all of them. */
const SHOWN = 100;

const isPlace = (record: AnyRecord): record is PlaceRecord =>
  record.record === 'event' && record.status !== 'orphaned';

/** What we recorded on a chain that has no contract of ours: each row can be looked up, and no more can be proved. */
export function WithoutContract({ records }: { records: readonly AnyRecord[] }) {
  const rows = records.filter(isPlace);
  const [done, setDone] = useState(0);
  const check = useMutation({ mutationFn: () => checkPlaces(rows, setDone) });
  if (rows.length === 0) return null;
  const result = (index: number): PlaceResult | null => check.data?.[index] ?? null;
  const wrong = (check.data ?? []).filter((one) => one === 'differs' || one === 'missing').length;
  const matched = (check.data ?? []).filter((one) => one === 'matched').length;
  const blocks = new Set(rows.map(({ block }) => block)).size;
  const save = () =>
    saveFile({
      blob: new Blob([placesCsv(rows.map((record, index) => ({ record, result: result(index) })))], {
        type: 'text/csv',
      }),
      filename: 'mooring-rows.csv',
    });
  return (
    <Card aria-label="Without a contract" className="p-5 sm:px-6">
      <h2 className="text-lg">Without a contract: {networkName(String(rows[0]?.chain_id))}</h2>
      <p className="mt-2 max-w-3xl text-[0.9375rem] text-muted">
        This chain has no contract of ours. It keeps no list of our events, so nobody can prove that none is
        missing, and it enforces no allowance, second confirmation, halt or consent. What can be proved is
        each row: it names its block, and your browser can look it up there.
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
            {matched.toLocaleString('en-US')} of {rows.length.toLocaleString('en-US')} rows are in their
            blocks exactly as we recorded them.
            {wrong > 0 && ` ${wrong.toLocaleString('en-US')} ${wrong === 1 ? 'is' : 'are'} not.`}
          </Notice>
        )}
      </div>
      <ul aria-label="Recorded rows" className="mt-3 divide-y divide-line">
        {rows.slice(0, SHOWN).map((row, index) => {
          const found = result(index);
          return (
            <li
              key={`${row.tx_hash}:${row.log_index}:${row.kind}`}
              className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2 text-sm"
            >
              <span>
                {PLACE_KINDS[row.kind] ?? row.kind} · block{' '}
                <span className="figures">{row.block.toLocaleString('en-US')}</span>{' '}
                <TransactionHash hash={row.tx_hash} chainId={String(row.chain_id)} />
              </span>
              {found && (
                <span className="font-medium" title={PLACE_RESULTS[found].text}>
                  {PLACE_RESULTS[found].label}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {rows.length > SHOWN && (
        <p className="mt-2 text-sm text-muted">
          These are the first {SHOWN} of {rows.length.toLocaleString('en-US')}.
        </p>
      )}
    </Card>
  );
}
