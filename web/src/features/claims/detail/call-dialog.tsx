import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod';
import type { ClaimDetailAnswer } from '../../../../../domain/claims/schema.ts';
import { callRequest } from '../../../../../domain/claims/schema.ts';
import { PROMISES, SUPPORT_HOURS } from '../../../../../domain/promises.ts';
import { issuesOf, messageOf } from '../../../lib/api/errors.ts';
import { focusFault } from '../../../lib/focus-fault.ts';
import { localLong, localMoment, localToday, localZone } from '../../../lib/local-time.ts';
import { Button } from '../../../ui/button.tsx';
import { DatePicker } from '../../../ui/date-picker.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { toast } from '../../../ui/toast.ts';
import { askForCall } from '../queries.ts';
import { CALL_DAYS_AHEAD, callTimes } from './call-times.ts';

const MISSED_DAY = `Please choose a day within the next ${CALL_DAYS_AHEAD} days on which we are on the telephone.`;

const callForm = z
  .object({
    day: z.number().nullable(),
    /** `HH:mm` in the customer's time zone. */
    time: z.string(),
    telephone: callRequest.shape.telephone,
    note: callRequest.shape.note,
  })
  .superRefine(({ day, time }, context) => {
    const issue = (path: 'day' | 'time', message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const neither = day === null && time === '';
    if (day === null) issue('day', neither ? 'Please choose a day and a time.' : 'Please choose a day.');
    else if (callTimes(day, Date.now()).length === 0) return issue('day', MISSED_DAY);
    if (time === '') issue('time', 'Please choose a time.');
    if (day === null || time === '') return;
    if (localMoment(day, time).getTime() <= Date.now()) issue('time', 'Please choose a time in the future.');
  });
type Entered = z.input<typeof callForm>;

interface CallProps {
  claim: Pick<ClaimDetailAnswer, 'id' | 'claim_number'>;
  onClose: () => void;
}

function CallForm({ claim, onClose }: CallProps) {
  const queryClient = useQueryClient();
  const now = Date.now();
  const today = localToday(now);
  const form = useForm<Entered>({
    resolver: zodResolver(callForm),
    defaultValues: { day: null, time: '', telephone: '', note: '' },
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const { errors, submitCount } = form.formState;
  const day = useWatch({ control: form.control, name: 'day' });
  const times = day === null ? [] : callTimes(day, now);
  const box = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every attempt that did not pass.
  useEffect(() => focusFault(box.current), [submitCount]);
  const ask = useMutation({
    mutationFn: ({ day, time, telephone, note }: Entered) =>
      askForCall(claim.id, {
        preferred_at: localMoment(day ?? today, time).toISOString(),
        telephone,
        ...(note ? { note } : {}),
      }),
    onSuccess: async (_, { day, time }) => {
      toast.success(
        'Your call is asked for.',
        `${localLong(localMoment(day ?? today, time))}. The answer comes as a message.`,
      );
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['claims'] });
    },
    onError: (error) => {
      for (const { path, message } of issuesOf(error)) {
        if (path === 'preferred_at') form.setError('day', { message });
        if (path === 'telephone' || path === 'note') form.setError(path, { message });
      }
    },
  });
  return (
    <form
      ref={box}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void form.handleSubmit((values) => ask.mutate(values))(event)}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Controller
          control={form.control}
          name="day"
          render={({ field }) => (
            <Field label="Day" error={errors.day?.message}>
              {(aria) => (
                <DatePicker
                  {...aria}
                  label="the day of the call"
                  min={today}
                  max={today + CALL_DAYS_AHEAD}
                  offered={(day) => callTimes(day, now).length > 0}
                  value={field.value}
                  onChange={(chosen) => {
                    field.onChange(chosen);
                    // Another day has other hours when the clocks change or our hours start at night.
                    form.resetField('time');
                  }}
                  onBlur={field.onBlur}
                />
              )}
            </Field>
          )}
        />
        <Controller
          control={form.control}
          name="time"
          render={({ field }) => (
            <Field label="Time" error={errors.time?.message}>
              {(aria) => (
                <Select
                  {...aria}
                  options={times}
                  disabled={times.length === 0}
                  placeholder={day === null ? 'Choose a day first' : 'Select a time'}
                  value={field.value}
                  onChange={field.onChange}
                  onBlur={field.onBlur}
                />
              )}
            </Field>
          )}
        />
      </div>
      <p className="-mt-2 text-sm text-muted">
        Your own time, {localZone()}. We are on the telephone {SUPPORT_HOURS}.
      </p>
      <Field
        label="Phone number"
        hint="Kept encrypted, and used for this call only."
        error={errors.telephone?.message}
      >
        {(aria) => <Input {...aria} {...form.register('telephone')} type="tel" autoComplete="tel" />}
      </Field>
      <Field label="Note (optional)" error={errors.note?.message}>
        {(aria) => <Textarea {...aria} {...form.register('note')} rows={3} />}
      </Field>
      {ask.isError && <ErrorState title="The call could not be asked for">{messageOf(ask.error)}</ErrorState>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
        <Button type="submit" busy={ask.isPending}>
          Ask for the call
        </Button>
      </div>
    </form>
  );
}

/** Requests a call about a claim. Support answers by message whether the time works. */
export function CallDialog({ open, ...props }: CallProps & { open: boolean }) {
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      title="Schedule Call"
      description={`About ${props.claim.claim_number}. We confirm the time, or offer another, by message within ${PROMISES.replyHours} hours.`}
    >
      <CallForm {...props} />
    </Dialog>
  );
}
