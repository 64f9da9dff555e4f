/** Putting off the open item of the queue until a day, and bringing it back. */
import * as queueApi from '#domain/admin/queue-api.ts';
import { type QueueItem, SNOOZE_DAYS, snoozeRequest } from '#domain/admin/records-schema.ts';
import { dayOf, dayStart, formatDay, parseDay } from '#domain/days.ts';
import { Fields } from '#web/features/admin/kit/fields.tsx';
import { useAct } from '#web/features/admin/kit/use-act.ts';
import { ActionForm } from '#web/features/admin/parts/action-form.tsx';
import { KeyMark } from '#web/features/admin/parts/cells.tsx';
import { adminApi, readAgain } from '#web/features/admin/queries.ts';
import { useKeys } from '#web/features/admin/use-keys.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { longDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { keyOf } from './display.ts';

const asked = snoozeRequest.omit({ past_due: true });
const placeOf = ({ kind, id }: QueueItem) => ({ kind, id });
const unsnooze = (item: QueueItem) => adminApi.send(queueApi.unsnoozeWork, placeOf(item));
/** Whether the promise breaks before a day. */
const isLate = ({ due_at: due }: QueueItem, until: string) =>
  Date.parse(due) < dayStart(parseDay(until) ?? 0) * 1000;

interface SnoozeProps {
  item: QueueItem;
  /** Whether the form is shown. */
  asking: boolean;
  onAsk: (asking: boolean) => void;
  onDone: () => unknown;
}

/** Above the open record: until when it is put off, or the way to put it off. */
export function Snooze({ item, asking, onAsk, onDone }: SnoozeProps) {
  const back = useAct('It was not brought back', () => unsnooze(item), 'queue');
  const offered = item.section === 'to_do' || item.snooze !== null;
  useKeys({ z: () => (item.snooze ? back.mutate() : onAsk(true)) }, offered && !asking && !back.isPending);
  if (!offered) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2 sm:px-5">
      {asking && !item.snooze ? (
        <div className="w-full">
          <SnoozeForm key={keyOf(item)} item={item} onClose={() => onAsk(false)} onDone={onDone} />
        </div>
      ) : (
        <>
          <p className="min-w-0 text-[0.8125rem] text-muted wrap-anywhere">
            {item.snooze && (
              <>
                Snoozed until {longDate(item.snooze.until)} by <bdi>{item.snooze.by}</bdi>:{' '}
                <bdi>{item.snooze.reason}</bdi>
              </>
            )}
          </p>
          <Button
            size="dense"
            variant="quiet"
            aria-keyshortcuts="z"
            busy={back.isPending}
            onClick={() => (item.snooze ? back.mutate() : onAsk(true))}
          >
            {item.snooze ? 'Unsnooze' : 'Snooze'}
            <KeyMark>z</KeyMark>
          </Button>
        </>
      )}
    </div>
  );
}

function SnoozeForm({
  item,
  onClose,
  onDone,
}: Pick<SnoozeProps, 'item' | 'onDone'> & { onClose: () => void }) {
  const today = dayOf(Date.now());
  const form = useApiForm({
    keep: `desk/snooze/${keyOf(item)}`,
    schema: asked,
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
      onClose={onClose}
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
            : `We promised this by ${longDate(item.due_at.slice(0, 10))}. It will be late.`}
        </p>
      )}
    </ActionForm>
  );
}
