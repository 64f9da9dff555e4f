import { useMutation } from '@tanstack/react-query';
import * as policyApi from '#domain/policy/api.ts';
import { SHORT_TRIP_DAYS, WITHDRAWAL_DAYS } from '#domain/policy/withdrawal.ts';
import type { WithdrawalConfirmed } from '#domain/policy/withdrawal-schema.ts';
import { PROMISES } from '#domain/promises.ts';
import { api } from '#web/lib/api/api.ts';
import { ApiError, messageOf } from '#web/lib/api/errors.ts';
import { longMoment } from '#web/lib/format.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { Fact, FactList } from '#web/ui/values.tsx';
import { WithdrawForm } from './withdraw-form.tsx';

const OUTCOMES: Readonly<Record<WithdrawalConfirmed['state'], { title: string; text: string }>> = {
  recorded: {
    title: 'Your withdrawal counts',
    text: `We’ve written to you about what happens next: the contract is void, and unless money was already paid on it, the whole premium goes back to the wallet that holds the policy within ${PROMISES.refundBusinessDays} business days.`,
  },
  checking: {
    title: 'A person checks your withdrawal',
    text: `What counts is when you sent it. We couldn’t match it to the policy automatically, so a person will look at it and write to you within ${PROMISES.replyHours} hours.`,
  },
  answered: {
    title: 'Your withdrawal was answered',
    text: 'A person has looked at it and will answer you by email. There’s nothing left for you to do.',
  },
};

/**
 * The link in our acknowledgment. It takes a click, because mail scanners open links too, and nobody else may end a cover.
 */
function FollowLink({ token }: { token: string }) {
  const follow = useMutation({ mutationFn: () => api.ask(policyApi.confirmWithdrawal, { body: { token } }) });
  const { data, error, isPending } = follow;
  if (data) {
    const { title, text } = OUTCOMES[data.state];
    return (
      <Section title={title}>
        <div role="status" className="mt-3">
          <p>{text}</p>
          <FactList className="mt-4">
            <Fact label="Policy">{data.policy_number}</Fact>
            <Fact label="Submitted">{longMoment(data.submitted_at)}</Fact>
          </FactList>
        </div>
      </Section>
    );
  }
  if (error instanceof ApiError && !error.retryable) {
    return (
      <ErrorState
        title="This link no longer works"
        actions={<ButtonLink to="/contact">Write to us</ButtonLink>}
      >
        {messageOf(error)}
      </ErrorState>
    );
  }
  return (
    <Section title="Did you withdraw from this contract?">
      <p className="mt-3">
        Was it you who asked to withdraw? If not, close this page and nothing happens. If it was, you give up
        every open claim on the policy: we won’t pay it.
      </p>
      {error && (
        <div className="mt-4">
          <ErrorState title="That did not work just now">{messageOf(error)} The link still works.</ErrorState>
        </div>
      )}
      <Button variant="danger" className="mt-5" busy={isPending} onClick={() => follow.mutate()}>
        Yes, it was me
      </Button>
    </Section>
  );
}

function WhatHappens() {
  return (
    <Section title="What happens next">
      <ol
        aria-label="What happens next"
        className="mt-3 flex list-decimal flex-col gap-3 pl-5 text-[0.9375rem] text-muted"
      >
        <li>
          You get an email right away with what you sent and when. That time counts for the {WITHDRAWAL_DAYS}{' '}
          days.
        </li>
        <li>
          Open the link in that email. If it went to the policy’s confirmed address, your withdrawal takes
          effect at once. Otherwise a person checks first, so that nobody can end someone else’s cover.
        </li>
        <li>
          The whole premium goes back to the wallet that holds the policy, within{' '}
          {PROMISES.refundBusinessDays} business days.
        </li>
        <li>
          The contract is void from the moment you send it. It no longer covers anything, and we pay no claim
          on it: open claims are closed, and the email lists them if it goes to the policy’s own address. If
          we already paid a claim, a person answers you.
        </li>
        <li>
          For a trip of up to {SHORT_TRIP_DAYS} days the law gives you no right to withdraw. We do, until the
          trip begins.
        </li>
      </ol>
    </Section>
  );
}

/**
 * Where anyone can withdraw from a policy, with or without a wallet.
 * @param token of the link in our acknowledgment; null without one
 */
export function WithdrawScreen({ token }: { token: string | null }) {
  return (
    <div className="page flex flex-col gap-8 py-10">
      <div>
        <h1 className="text-3xl">Withdraw from contract</h1>
        <p className="mt-2 max-w-2xl text-muted">
          Within {WITHDRAWAL_DAYS} days of buying a policy you can withdraw from the contract and get the
          whole premium back. You need no reason and no wallet. If you have your wallet at hand,{' '}
          <TextLink to="/my-policies">open the policy</TextLink> and withdraw there: it takes effect right
          away.
        </p>
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
        {token === null ? <WithdrawForm /> : <FollowLink token={token} />}
        <WhatHappens />
      </div>
    </div>
  );
}
