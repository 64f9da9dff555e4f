import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, Mail, PhoneCall } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import * as z from 'zod';
import * as claimsApi from '#domain/claims/api.ts';
import { type ClaimDetailAnswer, callRequest } from '#domain/claims/schema.ts';
import { PROMISES, SUPPORT_HOURS } from '#domain/promises.ts';
import { api } from '#web/lib/api/api.ts';
import { issuesOf, messageOf } from '#web/lib/api/errors.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { localLong, localMoment, localToday, localZone } from '#web/lib/local-time.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { focusFault } from '#web/lib/use-questions.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogForm, NoteField, SelectField, TextField } from '#web/ui/form.tsx';
import { Section } from '#web/ui/section.tsx';
import { toast } from '#web/ui/toast.ts';
import { CALL_DAYS_AHEAD, callTimes } from './call-times.ts';

const MISSED_DAY = `Please choose a day within the next ${CALL_DAYS_AHEAD} days on which our phone lines are open.`;

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

interface CallProps {
  claim: Pick<ClaimDetailAnswer, 'id' | 'claim_number'>;
  onClose: () => void;
}

function CallForm({ claim, onClose }: CallProps) {
  const queryClient = useQueryClient();
  const now = Date.now();
  const today = localToday(now);
  const form = useApiForm({
    keep: `mine/claim/${claim.id}/call`,
    schema: callForm,
    defaultValues: { day: null, time: '', telephone: '', note: '' },
    mode: 'onTouched',
    shouldFocusError: false,
    send: ({ day, time, telephone, note }) =>
      api.send(claimsApi.requestCall, {
        id: claim.id,
        body: {
          preferred_at: localMoment(day ?? today, time).toISOString(),
          telephone,
          note: note || undefined,
        },
      }),
    onDone: (_, { day, time }) => {
      const at = localLong(localMoment(day ?? today, time));
      toast.success('Your call is requested.', `${at}. We will reply by message.`);
      onClose();
      return queryClient.invalidateQueries({ queryKey: ['claims'] });
    },
    onFailed: (error) => {
      const missed = issuesOf(error).find(({ path }) => path === 'preferred_at');
      if (missed) form.setError('day', { message: missed.message });
    },
  });
  const { errors, submitCount } = form.formState;
  const day = useWatch({ control: form.control, name: 'day' });
  const times = day === null ? [] : callTimes(day, now);
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every attempt that did not pass.
  useEffect(() => {
    focusFault(box.current);
  }, [submitCount]);
  return (
    <DialogForm
      form={form}
      failed="The call could not be requested"
      action="Request the call"
      onClose={onClose}
    >
      <div ref={box} className="contents">
        <div className="grid gap-5 sm:grid-cols-2">
          <Controller
            control={form.control}
            name="day"
            render={({ field }) => (
              <DateField
                label="Day"
                what="the day of the call"
                error={errors.day?.message}
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
          />
          <SelectField
            form={form}
            name="time"
            label="Time"
            options={times}
            disabled={times.length === 0}
            placeholder={day === null ? 'Choose a day first' : 'Select a time'}
          />
        </div>
        <p className="-mt-2 text-sm text-muted">
          Your own time, {localZone()}. Our phone lines are open {SUPPORT_HOURS}.
        </p>
        <TextField
          form={form}
          name="telephone"
          label="Phone number"
          hint="Kept encrypted, and used for this call only."
          type="tel"
          autoComplete="tel"
        />
        <NoteField form={form} name="note" label="Note (optional)" rows={3} />
      </div>
    </DialogForm>
  );
}

function CallDialog({ open, ...props }: CallProps & { open: boolean }) {
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

export function ActionsCard({ claim }: { claim: ClaimDetailAnswer }) {
  const [calling, setCalling] = useState(false);
  const summary = useMutation({
    mutationFn: () => api.download(claimsApi.getClaimSummary, { id: claim.id }),
    onSuccess: (file) => {
      saveFile(file);
      toast.success('Claim summary downloaded successfully!');
    },
    onError: (error) => toast.error('The claim summary could not be downloaded', messageOf(error)),
  });
  return (
    <Section title="Quick actions" className="print:hidden">
      <div className="flex flex-col gap-3">
        <ButtonLink to="/messages" search={{ thread: claim.thread_id }} wide icon={Mail}>
          Contact Support
        </ButtonLink>
        <Button variant="secondary" busy={summary.isPending} onClick={() => summary.mutate()} icon={Download}>
          Download Claim Summary
        </Button>
        <Button variant="secondary" onClick={() => setCalling(true)} icon={PhoneCall}>
          Schedule Call
        </Button>
      </div>
      {claim.call && (
        <p className="mt-4 text-sm text-muted">
          You asked to be called on {localLong(claim.call.preferred_at)}. We will reply by message.
        </p>
      )}
      <CallDialog claim={claim} open={calling} onClose={() => setCalling(false)} />
    </Section>
  );
}
