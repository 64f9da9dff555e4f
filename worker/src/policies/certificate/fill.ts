import { formatUsd } from '#domain/money.ts';
import { coverStartText } from '#domain/policy/cover-dates.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { Unsendable } from '#worker/delivery/mail/channel.ts';
import { endText, momentText } from '#worker/platform/pdf/format.ts';
import { getPolicy, policyOfQuote } from '#worker/policies/get.ts';
import type { InsuredTold } from '#worker/told/policies.ts';
import { addresseeCtx, type Fill } from '#worker/told/send.ts';
import { issueCertificate } from './issue.ts';

/** The cover, each traveler's if there are several, with the deductible. */
function coverOf({
  amount,
  travelers,
  formatted_coverage,
  formatted_deductible,
}: PolicyDetailAnswer): string {
  const people = travelers.length;
  const each = people > 1 ? ` (${formatUsd(amount / people)} for each of ${people} travelers)` : '';
  return `${formatted_coverage}${each}, deductible ${formatted_deductible}`;
}

/** When cover begins; of a trip both its cancellation and the trip. */
const fromOf = ({ cover_from, cover_start_date, policy_start_date }: PolicyDetailAnswer): string =>
  coverStartText({ coverStart: cover_start_date, start: policy_start_date }) ??
  (cover_from ? momentText(cover_from) : policy_start_date);

/** Adds what is insured, which is stored encrypted, and the certificate. */
export const fillCertificate: Fill = async (ctx, letter) => {
  const holder = addresseeCtx(ctx, letter);
  const found = letter.quote_id === null ? null : await policyOfQuote(holder, letter.quote_id);
  if (!found) throw new Unsendable('policy_gone', true);
  const policy = await getPolicy(holder, { id: found.id });
  if (policy.status === 'pending') throw new Unsendable('policy_pending', false);
  const { replaces } = policy;
  const data: InsuredTold = {
    number: policy.policy_number,
    insured: policy.name,
    cover: coverOf(policy),
    from: fromOf(policy),
    until: endText(policy.cover_until),
    wording_version: policy.wording_version,
    replaces: replaces && { number: replaces.policy_number, since: replaces.since },
  };
  return { data, attachments: [await issueCertificate(holder, policy)] };
};
