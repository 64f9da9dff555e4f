import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../../lib/api/errors.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import type { DeskListKey } from '../paths.ts';
import { exportList, listKey } from './queries.ts';
import type { BulkChoice, Undo } from './types.ts';

interface SelectionBarProps<Row> {
  list: DeskListKey;
  rows: readonly Row[];
  ids: readonly string[];
  choices: readonly BulkChoice<Row>[];
  /** Path of the CSV export; nothing where it is not allowed. */
  exportPath: string | undefined;
  onClear: () => void;
}

interface Step {
  summary: string;
  action: string;
  run: () => Promise<Undo | null>;
}

/** What can be done with the selected rows: each change says what it will do before, and can be undone after. */
export function SelectionBar<Row>(props: SelectionBarProps<Row>) {
  const { list, rows, ids, choices, exportPath, onClear } = props;
  const cache = useQueryClient();
  const [step, setStep] = useState<Step | null>(null);
  const [done, setDone] = useState<Undo | null>(null);
  const reload = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: listKey(list) }),
      cache.invalidateQueries({ queryKey: [list] }),
      cache.invalidateQueries({ queryKey: ['thread'] }),
    ]);
  const change = useMutation({
    mutationFn: ({ run }: Step) => run(),
    onSuccess: async (undo) => {
      setStep(null);
      setDone(undo);
      onClear();
      if (undo) await reload();
    },
    onError: reload,
  });
  const undoing = useMutation({
    mutationFn: (last: Undo) => last.undo(),
    onSuccess: reload,
  });
  const drop = () => {
    setStep(null);
    setDone(null);
    change.reset();
    undoing.reset();
  };
  const propose = (next: Step) => {
    drop();
    setStep(next);
  };
  const count = ids.length;
  if (count === 0 && done) {
    const back = undoing.data?.changed;
    return (
      <Bar>
        <span>{back === undefined ? done.message : undoneText(back, done.count)}</span>
        {back === undefined && (
          <Button
            variant="secondary"
            size="dense"
            busy={undoing.isPending}
            onClick={() => undoing.mutate(done)}
          >
            Undo
          </Button>
        )}
        <Button variant="quiet" size="dense" onClick={drop}>
          Close
        </Button>
        <Failure title="The change was not undone" error={undoing.error} />
      </Bar>
    );
  }
  if (count === 0) return <div role="status" />;
  const entries = count === 1 ? 'entry' : 'entries';
  return (
    <Bar>
      <span className="font-medium">{count} selected</span>
      {step ? (
        <>
          <span>{step.summary}</span>
          <Button size="dense" busy={change.isPending} onClick={() => change.mutate(step)}>
            {step.action}
          </Button>
          <Button variant="quiet" size="dense" disabled={change.isPending} onClick={drop}>
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
          {exportPath && (
            <Button
              variant="secondary"
              size="dense"
              onClick={() =>
                propose({
                  summary: `Download ${count} ${entries} as CSV. The audit log records which.`,
                  action: 'Download',
                  run: async () => {
                    saveFile(await exportList(exportPath, `ids=${ids.join(',')}`));
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
      <Failure title="Nothing was changed" error={change.error} />
    </Bar>
  );
}

function undoneText(changed: number, count: number): string {
  if (changed === count) return 'Undone.';
  if (changed === 0) return 'Nothing was undone: somebody has changed these since.';
  return `${changed} of ${count} undone. Somebody has changed the others since.`;
}

const Bar = ({ children }: { children: ReactNode }) => (
  <div
    role="status"
    className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-teal bg-teal-soft px-3 py-2"
  >
    {children}
  </div>
);

const Failure = ({ title, error }: { title: string; error: Error | null }) =>
  error && (
    <p role="alert" className="basis-full text-coral">
      {title}: {messageOf(error)}
    </p>
  );
