import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod';
import {
  COMPLAINT_CAUSE_LABELS,
  COMPLAINT_CAUSES,
  type ComplaintAnswer,
  complaintRequest,
} from '#domain/complaints/schema.ts';
import { ombudsmanText } from '#domain/operator.ts';
import { PROMISES } from '#domain/promises.ts';
import * as supportApi from '#domain/support/api.ts';
import { api } from '#web/lib/api/api.ts';
import { reasonOf } from '#web/lib/api/reason.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { deploymentQuery } from '#web/lib/deployment.ts';
import { longDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { NoteField, SelectField, TextField } from '#web/ui/form.tsx';
import { Section } from '#web/ui/section.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { Fact, FactList } from '#web/ui/values.tsx';

const CAUSES = COMPLAINT_CAUSES.map((value) => ({ value, label: COMPLAINT_CAUSE_LABELS[value] }));

const day = (iso: string) => longDate(iso.slice(0, 10));

function Received({ complaint, onAgain }: { complaint: ComplaintAnswer; onAgain: () => void }) {
  return (
    <Section title="We received your complaint">
      <div role="status" className="mt-3">
        <p>Please keep the number. We also email it to you, and we send the answer to the same address.</p>
        <FactList className="mt-4">
          <Fact label="Complaint">{complaint.complaint_number}</Fact>
          <Fact label="Received">{day(complaint.received_at)}</Fact>
          <Fact label="We answer by">{day(complaint.answer_by)}</Fact>
        </FactList>
      </div>
      <Button variant="secondary" size="small" className="mt-4" onClick={onAgain}>
        Send another complaint
      </Button>
    </Section>
  );
}

function ComplaintForm({ onReceived }: { onReceived: (complaint: ComplaintAnswer) => void }) {
  const form = useApiForm({
    keep: 'mine/complaint',
    schema: complaintRequest,
    defaultValues: {
      name: '',
      email: '',
      // Nothing is chosen yet, which the schema answers with a sentence.
      cause: '' as z.input<typeof complaintRequest>['cause'],
      reference: '',
      message: '',
    },
    send: (body) => api.ask(supportApi.sendComplaint, { body }),
    onDone: onReceived,
  });
  const send = form.sending;
  return (
    <Section title="Your complaint">
      <form noValidate className="mt-5 flex flex-col gap-5" onSubmit={form.submit}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField form={form} name="name" label="Name" required autoComplete="name" />
          <TextField form={form} name="email" label="Email" required type="email" autoComplete="email" />
          <SelectField
            form={form}
            name="cause"
            label="What is it about?"
            options={CAUSES}
            placeholder="Choose one"
          />
          <TextField
            form={form}
            name="reference"
            label="Policy or claim"
            hint="Its number, such as POL-004, if there is one."
            autoComplete="off"
          />
        </div>
        <NoteField
          form={form}
          name="message"
          label="What went wrong, and what should we do?"
          required
          rows={7}
        />
        {send.isError && <ErrorState title="Your complaint was not sent">{reasonOf(send.error)}</ErrorState>}
        <Button type="submit" busy={send.isPending} className="self-start">
          {send.isPending ? 'Sending...' : 'Send complaint'}
        </Button>
      </form>
    </Section>
  );
}

function WhatHappens() {
  const { data } = useQuery(deploymentQuery);
  return (
    <Section title="What happens next">
      <ol
        aria-label="What happens next"
        className="mt-3 flex list-decimal flex-col gap-3 pl-5 text-[0.9375rem] text-muted"
      >
        <li>
          We confirm by email that we have it, with its number, within{' '}
          {PROMISES.complaintAcknowledgeBusinessDays} business days.
        </li>
        <li>A person looks into it and decides, never a program. It costs you nothing.</li>
        <li>
          We answer within {PROMISES.complaintAnswerWeeks} weeks: whether we agree, why, and what we do about
          it.
        </li>
        {data && <li>{ombudsmanText(data.operator)}</li>}
      </ol>
    </Section>
  );
}

/** Where anyone can complain, with or without a wallet. */
export function ComplaintScreen() {
  const [received, setReceived] = useState<ComplaintAnswer | null>(null);
  return (
    <div className="page flex flex-col gap-8 py-10">
      <div>
        <h1 className="text-3xl">Complaints</h1>
        <p className="mt-2 max-w-2xl text-muted">
          Tell us what we did wrong. You need no wallet and no policy. If you disagree with how a claim was
          decided, you can also ask for a second look on the claim’s page.
        </p>
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
        {received === null ? (
          <ComplaintForm onReceived={setReceived} />
        ) : (
          <Received complaint={received} onAgain={() => setReceived(null)} />
        )}
        <WhatHappens />
      </div>
    </div>
  );
}
