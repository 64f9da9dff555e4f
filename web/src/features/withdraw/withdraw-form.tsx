import { useState } from 'react';
import type * as z from 'zod';
import * as policyApi from '#domain/policy/api.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { type WithdrawalReceived, withdrawalRequest } from '#domain/policy/withdrawal-schema.ts';
import { api } from '#web/lib/api/api.ts';
import { reasonOf } from '#web/lib/api/errors.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { longMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form.tsx';
import { Section } from '#web/ui/section.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { Fact, FactList } from '#web/ui/values.tsx';

type Statement = z.output<typeof withdrawalRequest>;

function Received({ withdrawal, onAgain }: { withdrawal: WithdrawalReceived; onAgain: () => void }) {
  return (
    <Section title="We received your withdrawal">
      <div role="status" className="mt-3">
        <p>
          We have emailed this to you. Please follow the link in the email, so that we know it comes from you.
        </p>
        <FactList className="mt-4">
          <Fact label="Policy">{withdrawal.policy_number}</Fact>
          <Fact label="Email">{withdrawal.email}</Fact>
          <Fact label="Submitted">{longMoment(withdrawal.submitted_at)}</Fact>
        </FactList>
      </div>
      <Button variant="secondary" size="small" className="mt-4" onClick={onAgain}>
        Withdraw from another policy
      </Button>
    </Section>
  );
}

/** What is about to be submitted, and the one button that submits it. */
function Review({
  statement,
  onBack,
  onReceived,
}: {
  statement: Statement;
  onBack: () => void;
  onReceived: (withdrawal: WithdrawalReceived) => void;
}) {
  const form = useApiForm({
    keep: null,
    schema: withdrawalRequest,
    defaultValues: statement,
    send: (body) => api.ask(policyApi.submitWithdrawal, { body }),
    onDone: onReceived,
  });
  const { policy_number: number, email, name } = statement;
  const send = form.sending;
  return (
    <Section title="Your statement">
      <form noValidate className="mt-3 flex flex-col gap-5" onSubmit={form.submit}>
        <p>I withdraw from the contract of policy {number}.</p>
        <FactList>
          {name !== '' && <Fact label="Name">{name}</Fact>}
          <Fact label="Email for our acknowledgment">{email}</Fact>
        </FactList>
        {send.isError && <ErrorState title="Your withdrawal was not sent">{reasonOf(send.error)}</ErrorState>}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="danger" busy={send.isPending}>
            Confirm withdrawal
          </Button>
          <Button variant="secondary" onClick={onBack}>
            Change
          </Button>
        </div>
      </form>
    </Section>
  );
}

/** Policy number and email address, then a look at the statement, then what we received. */
export function WithdrawForm() {
  const [statement, setStatement] = useState<Statement | null>(null);
  const [received, setReceived] = useState<WithdrawalReceived | null>(null);
  const form = useApiForm({
    keep: 'mine/withdrawal',
    schema: withdrawalRequest,
    defaultValues: { policy_number: '', email: '', name: '' },
    send: async (entered) => {
      setStatement(entered);
      // Nothing is sent before it is confirmed.
      return false;
    },
  });
  if (received) {
    return (
      <Received
        withdrawal={received}
        onAgain={() => {
          setStatement(null);
          setReceived(null);
        }}
      />
    );
  }
  if (statement) {
    return (
      <Review
        statement={statement}
        onBack={() => setStatement(null)}
        onReceived={(withdrawal) => {
          form.reset();
          setReceived(withdrawal);
        }}
      />
    );
  }
  return (
    <Section title="Withdraw from contract here">
      <form noValidate className="mt-5 flex flex-col gap-5" onSubmit={form.submit}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            form={form}
            name="policy_number"
            label="Policy number"
            hint={`It is on the certificate, such as ${policyNumber(4)}.`}
            required
            autoComplete="off"
            autoCapitalize="characters"
          />
          <TextField
            form={form}
            name="email"
            label="Email"
            hint="If you can, the one that you gave for the policy."
            required
            type="email"
            autoComplete="email"
          />
        </div>
        <TextField form={form} name="name" label="Name (optional)" autoComplete="name" />
        <Button type="submit" className="self-start">
          Continue
        </Button>
      </form>
    </Section>
  );
}
