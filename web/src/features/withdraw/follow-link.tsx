import { useMutation } from '@tanstack/react-query';
import * as policyApi from '#domain/policy/api.ts';
import type { WithdrawalConfirmed } from '#domain/policy/withdrawal-schema.ts';
import { PROMISES } from '#domain/promises.ts';
import { api } from '#web/lib/api/api.ts';
import { ApiError, messageOf } from '#web/lib/api/errors.ts';
import { longMoment } from '#web/lib/format.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Fact, FactList } from '#web/ui/fact-list.tsx';
import { Section } from '#web/ui/section.tsx';
import { ErrorState } from '#web/ui/states.tsx';

const OUTCOMES: Readonly<Record<WithdrawalConfirmed['state'], { title: string; text: string }>> = {
  recorded: {
    title: 'Your withdrawal counts',
    text: `We have written to you with what follows: the contract is void, and unless money was already paid on it, the whole premium goes back to the wallet that holds the policy within ${PROMISES.refundBusinessDays} business days.`,
  },
  checking: {
    title: 'A person checks your withdrawal',
    text: `The time at which you submitted it counts. We could not match it with the policy ourselves, so a person looks at it and writes to you within ${PROMISES.replyHours} hours.`,
  },
  answered: {
    title: 'Your withdrawal was answered',
    text: 'A person has looked at it and answers you by email. There is nothing left to do here.',
  },
};

/**
 * The link in our acknowledgment. It takes a click, because mail scanners open links too, and nobody else may end a cover.
 */
export function FollowLink({ token }: { token: string }) {
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
        Please confirm that the withdrawal which we emailed you about comes from you. If it does not, close
        this page, and nothing happens. With it you give up every open claim on the policy: nothing is paid on
        it.
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
