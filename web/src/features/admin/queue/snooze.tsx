/** Putting off the open item of the queue until a day, and bringing it back. */
import { type ReactNode, useState } from 'react';
import * as queueApi from '#domain/admin/queue-api.ts';
import { type QueueItem, SNOOZE_DAYS, snoozeRequest } from '#domain/admin/records-schema.ts';
import { dayOf, dayStart, formatDay, parseDay } from '#domain/days.ts';
import { Fields } from '#web/features/admin/kit/fields.tsx';
import { useAct } from '#web/features/admin/kit/use-change.ts';
import { ActionForm } from '#web/features/admin/parts/action-form.tsx';
import { KeyMark } from '#web/features/admin/parts/cells.tsx';
import { adminApi, readAgain } from '#web/features/admin/queries.ts';
import { useKeys } from '#web/features/admin/use-keys.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { longDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { keyOf } from './display.ts';

const ASKED = snoozeRequest.omit({ past_due: true });
const placeOf = ({ kind, id }: QueueItem) => ({ kind, id });
const unsnooze = (item: QueueItem) => adminApi.send(queueApi.unsnoozeWork, placeOf(item));
/** Whether the promise breaks before a day. */
const isLate = ({ due_at: due }: QueueItem, until: string) =>
  Date.parse(due) < dayStart(parseDay(until) ?? 0) * 1000;

interface Options {
  /** The item that is open, or else the one that has the focus. */
  item: QueueItem | undefined;
  open: string | null;
  onOpen: (key: string) => void;
  onDone: () => unknown;
}

/** The key that snoozes an item or brings it back, its button, and what stands above the open record. */
export function useSnooze({ item, open, onOpen, onDone }: Options): { tool: ReactNode; notice: ReactNode } {
  const [asked, setAsked] = useState<string | null>(null);
  const back = useAct('It was not brought back', unsnooze, 'queue');
  const key = item && keyOf(item);
  const isOffered = item !== undefined && (item.section === 'to_do' || item.snooze !== null);
  const asking = isOffered && asked === key;
  function act() {
    if (!item || !key) return;
    if (item.snooze) return back.mutate(item);
    setAsked(key);
    if (open !== key) onOpen(key);
  }
  useKeys({ z: act }, isOffered && !(asking && open === key) && !back.isPending);
  if (!isOffered || open === null) return { tool: null, notice: null };
  const tool = (
    <Button size="dense" variant="quiet" aria-keyshortcuts="z" busy={back.isPending} onClick={act}>
      {item.snooze ? 'Unsnooze' : 'Snooze'}
      <KeyMark>z</KeyMark>
    </Button>
  );
  return {
    tool: asking ? null : tool,
    notice: (item.snooze || asking) && (
      <div className="border-b border-line px-4 py-3 sm:px-5">
        {item.snooze ? (
          <p className="text-[0.8125rem] text-muted wrap-anywhere">
            Snoozed until {longDate(item.snooze.until)} by <bdi>{item.snooze.by}</bdi>:{' '}
            <bdi>{item.snooze.reason}</bdi>
          </p>
        ) : (
          <SnoozeForm key={key} item={item} onClose={() => setAsked(null)} onDone={onDone} />
        )}
      </div>
    ),
  };
}

interface SnoozeFormProps extends Pick<Options, 'onDone'> {
  item: QueueItem;
  onClose: () => void;
}

function SnoozeForm({ item, onClose, onDone }: SnoozeFormProps) {
  const today = dayOf(Date.now());
  const form = useApiForm({
    keep: `desk/snooze/${keyOf(item)}`,
    schema: ASKED,
    defaultValues: { until: formatDay(today + 1), reason: '' },
    send: ({ until, reason }) =>
      adminApi.send(queueApi.snoozeWork, {
        ...placeOf(item),
        body: { until, reason, past_due: isLate(item, until) },
      }),
    onDone: async (_answer, { until }) => {
      const undo = () => void unsnooze(item).then(() => readAgain());
      toast.success(`Snoozed until ${longDate(until)}`, item.title, { label: 'Undo', run: undo });
      onClose();
      await readAgain();
      onDone();
    },
  });
  const until = form.watch('until');
  const late = parseDay(until) !== null && isLate(item, until);
  return (
    <ActionForm
      title={`Snooze ${item.title}`}
      action={late ? 'Snooze past the due date' : 'Snooze'}
      form={form}
      onCancel={onClose}
    >
      <p className="text-[0.8125rem] text-muted">
        It leaves everyone’s queue until then, or until the customer writes or sends something.
      </p>
      <Fields
        form={form}
        fields={[
          {
            name: 'until',
            label: 'Until',
            kind: 'day',
            what: 'the day it comes back',
            min: today + 1,
            max: today + SNOOZE_DAYS,
          },
          {
            name: 'reason',
            label: 'Reason',
            placeholder: 'What you are waiting for',
            maxLength: 200,
            focus: true,
          },
        ]}
        focus
      />
      {late && (
        <p role="status" className="text-[0.8125rem] text-amber">
          {Date.parse(item.due_at) < Date.now()
            ? `This was due on ${longDate(item.due_at.slice(0, 10))}. It gets later still.`
            : `This is due on ${longDate(item.due_at.slice(0, 10))}. It will be late.`}
        </p>
      )}
    </ActionForm>
  );
}
