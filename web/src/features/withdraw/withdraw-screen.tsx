import { SHORT_TRIP_DAYS, WITHDRAWAL_DAYS } from '#domain/policy/withdrawal.ts';
import { PROMISES } from '#domain/promises.ts';
import { Section } from '#web/ui/section.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { FollowLink } from './follow-link.tsx';
import { WithdrawForm } from './withdraw-form.tsx';

function WhatHappens() {
  return (
    <Section title="What happens next">
      <ol
        aria-label="What happens next"
        className="mt-3 flex list-decimal flex-col gap-3 pl-5 text-[0.9375rem] text-muted"
      >
        <li>
          We email you at once what you submitted, with date and time. That time counts for the{' '}
          {WITHDRAWAL_DAYS} days.
        </li>
        <li>
          Follow the link in that email. If the address is the confirmed one of the policy, your withdrawal
          takes effect at once. Otherwise a person checks it, so that nobody can end somebody else’s cover.
        </li>
        <li>
          The whole premium goes back to the wallet that holds the policy, within{' '}
          {PROMISES.refundBusinessDays} business days.
        </li>
        <li>
          The contract is void from the time of your submission. It covers nothing anymore, and no claim on it
          is paid: open claims are closed, and the email names them if it goes to the policy’s own address. If
          a claim was paid, a person answers you.
        </li>
        <li>
          For a trip of up to {SHORT_TRIP_DAYS} days the law gives no right to withdraw. We offer it all the
          same, until the trip begins.
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
          <TextLink to="/my-policies">open the policy</TextLink> and withdraw there: it takes effect at once.
        </p>
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
        {token === null ? <WithdrawForm /> : <FollowLink token={token} />}
        <WhatHappens />
      </div>
    </div>
  );
}
