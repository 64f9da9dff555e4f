import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Call } from '#domain/http/call.ts';
import type { DeskListKey } from '#web/features/admin/paths.ts';
import { adminApi, readAgain } from '#web/features/admin/queries.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { toast } from '#web/ui/toast.ts';
import type { BulkChoice, SeveralSteps } from './types.ts';

interface SelectionBarProps<Row> {
  list: DeskListKey;
  rows: readonly Row[];
  ids: readonly string[];
  choices: readonly BulkChoice<Row>[];
  several: SeveralSteps<Row> | undefined;
  /** Path of the CSV export; nothing where it is not allowed. */
  exportCall: Call | undefined;
  onClear: () => void;
}

interface Step {
  summary: string;
  action: string;
  /** Resolves to what it changed, in a sentence; null if that is nothing. */
  run: () => Promise<string | null>;
}

/** What can be done with the selected rows: each change says before what it will do. */
export function SelectionBar<Row>(props: SelectionBarProps<Row>) {
  const { list, rows, ids, choices, several, exportCall, onClear } = props;
  const [step, setStep] = useState<Step | null>(null);
  /** The rows that are being paid. What was paid may leave the list meanwhile. */
  const [paying, setPaying] = useState<readonly Row[] | null>(null);
  const reload = () => readAgain(list);
  const change = useMutation({
    mutationFn: ({ run }: Step) => run(),
    onSuccess: async (done) => {
      setStep(null);
      onClear();
      if (done === null) return;
      toast.success(done);
      await reload();
    },
    onError: reload,
  });
  const propose = (next: Step | null) => {
    change.reset();
    setStep(next);
  };
  if (several && paying) {
    const close = () => {
      setPaying(null);
      onClear();
    };
    return (
      <section aria-label={several.label} className="mb-2 rounded-card border border-line bg-surface p-3">
        <several.Steps rows={paying} onClose={close} />
      </section>
    );
  }
  const count = ids.length;
  if (count === 0) return <div role="status" />;
  const entries = count === 1 ? 'entry' : 'entries';
  return (
    <div
      role="status"
      className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-teal bg-teal-soft px-3 py-2"
    >
      <span className="font-medium">{count} selected</span>
      {step ? (
        <>
          <span>{step.summary}</span>
          <Button size="dense" busy={change.isPending} onClick={() => change.mutate(step)}>
            {step.action}
          </Button>
          <Button variant="quiet" size="dense" disabled={change.isPending} onClick={() => propose(null)}>
            Cancel
          </Button>
        </>
      ) : (
        <>
          {choices.map((choice) => (
            <Select
              key={choice.label}
              aria-label={choice.label}
              placeholder={choice.label}
              className="h-8! w-40! text-sm!"
              value=""
              options={choice.options}
              onChange={(value) =>
                propose({
                  summary: choice.summary(rows, value),
                  action: choice.action,
                  run: () => choice.apply(rows, value),
                })
              }
            />
          ))}
          {several && (
            <Button size="dense" onClick={() => setPaying(rows)}>
              {several.label}
            </Button>
          )}
          {exportCall && (
            <Button
              variant="secondary"
              size="dense"
              onClick={() =>
                propose({
                  summary: `Download ${count} ${entries} as CSV. The audit log records which.`,
                  action: 'Download',
                  run: async () => {
                    saveFile(await adminApi.download(exportCall, { query: `ids=${ids.join(',')}` }));
                    return null;
                  },
                })
              }
            >
              Export selected
            </Button>
          )}
          <Button variant="quiet" size="dense" onClick={onClear}>
            Clear
          </Button>
        </>
      )}
      {change.error && (
        <p role="alert" className="basis-full text-coral">
          Nothing was changed: {messageOf(change.error)}
        </p>
      )}
    </div>
  );
}
