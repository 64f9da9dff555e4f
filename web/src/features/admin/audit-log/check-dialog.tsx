import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod';
import * as auditLogApi from '#domain/admin/audit-log-api.ts';
import { type auditLogCheck, auditLogCheckQuery } from '#domain/admin/records-schema.ts';
import * as auditApi from '#domain/audit/api.ts';
import { words } from '#web/features/admin/parts/cells.tsx';
import { adminApi, useDesk } from '#web/features/admin/queries.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { formatCount } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LabeledInput } from '#web/ui/labeled.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { ErrorState, Notice } from '#web/ui/states.tsx';
import { LongHash } from '#web/ui/values.tsx';

/** Checks one range of seals; `head` is one kept outside, as `<number>:<seal>`. */
const checkAuditLog = (from: number, head: string, signal: AbortSignal) =>
  adminApi.ask(auditLogApi.checkAuditLog, { query: { from, head: head || undefined } }, { signal });

type Check = z.output<typeof auditLogCheck>;

type Run =
  | { at: 'idle' }
  | { at: 'running' | 'done'; checked: number; last: Check | null; faults: Check['faults'] }
  | { at: 'failed'; message: string };

/** Checks every seal of the audit log, range after range. */
export function CheckDialog({ onClose }: { onClose: () => void }) {
  const head = useDesk(auditApi.getAuditLogHead);
  const [kept, setKept] = useState('');
  const [run, setRun] = useState<Run>({ at: 'idle' });
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  async function check(): Promise<void> {
    const leaving = new AbortController();
    stop.current = leaving;
    let faults: Check['faults'] = [];
    setRun({ at: 'running', checked: 0, last: null, faults });
    try {
      for (let from: number | null = 1; from !== null; ) {
        // The kept head is looked for once, with the first range.
        const last: Check = await checkAuditLog(from, from === 1 ? kept.trim() : '', leaving.signal);
        faults = [...faults, ...last.faults];
        from = last.next_number;
        setRun({ at: from === null ? 'done' : 'running', checked: last.checked_to, last, faults });
      }
    } catch (error) {
      if (!leaving.signal.aborted) setRun({ at: 'failed', message: messageOf(error) });
    }
  }

  const keptProblem =
    kept.trim() === ''
      ? null
      : auditLogCheckQuery.shape.head.safeParse(kept.trim()).error?.issues[0]?.message;
  const total = head.data?.number ?? 0;
  return (
    <Dialog
      onClose={onClose}
      title="Check the audit log"
      description="Every line is sealed in order. The check recomputes each seal and finds a line that was changed, removed or cut off."
    >
      <div className="flex flex-col gap-4 text-sm">
        {head.data && (
          <div>
            <p className="font-medium">Newest seal: number {formatCount(head.data.number)}</p>
            <p className="mt-1 text-muted">
              Keep a copy elsewhere: if the log later lacks that seal, it was cut off.
            </p>
            <div className="mt-1 text-xs">
              <LongHash text={`${head.data.number}:${head.data.seal}`} copy="Copy the newest seal" />
            </div>
          </div>
        )}
        <LabeledInput
          label="A seal that you kept (optional)"
          error={keptProblem ?? undefined}
          className="text-sm!"
          placeholder="123:9f3c…"
          value={kept}
          onText={setKept}
        />
        {run.at === 'running' && (
          <Progress
            value={total === 0 ? 0 : (run.checked / total) * 100}
            label={`Checked ${formatCount(run.checked)} of ${formatCount(total)} lines`}
          />
        )}
        {run.at === 'failed' && <ErrorState title="The check could not finish">{run.message}</ErrorState>}
        {(run.at === 'running' || run.at === 'done') && run.faults.length > 0 && (
          <ErrorState title={run.faults.length === 1 ? '1 fault' : `${run.faults.length} faults`}>
            <ul className="mt-1 flex max-h-48 flex-col gap-1 overflow-y-auto">
              {run.faults.map((fault) => (
                <li key={`${fault.number} ${fault.kind}`}>
                  Line {fault.number}: {words(fault.kind)}. {fault.detail}
                </li>
              ))}
            </ul>
          </ErrorState>
        )}
        {run.at === 'done' && run.faults.length === 0 && (
          <Notice>
            All {formatCount(run.checked)} sealed lines are as they were written.
            {run.last && run.last.unsealed > 0 && ` ${run.last.unsealed} newer lines are not sealed yet.`}
          </Notice>
        )}
        <Button
          size="small"
          busy={run.at === 'running'}
          disabled={Boolean(keptProblem)}
          onClick={() => void check()}
        >
          {run.at === 'idle' ? 'Check now' : 'Check again'}
        </Button>
      </div>
    </Dialog>
  );
}
