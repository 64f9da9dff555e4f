import { shortAddress } from '#domain/address.ts';
import { ipidPath } from '#domain/http/ipid.ts';
import { formatUsd } from '#domain/money.ts';
import { coverStartText } from '#domain/policy/cover-dates.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { WITHDRAWAL_DAYS } from '#domain/policy/withdrawal.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { PROMISES } from '#domain/promises.ts';
import type { LetterKind } from '#worker/delivery/mail/repository.ts';
import { TOKEN_HOURS } from '#worker/identity/account/email.ts';
import { amountText, endText, momentText } from '#worker/platform/pdf/format.ts';
import { type Content, facts, link, type Part, text } from './layout.ts';

/** Letters about a policy; each other kind has its own text. */
export type PolicyLetter = Exclude<
  LetterKind,
  | 'confirm_address'
  | 'policy_declined'
  | 'holder_change'
  | 'claim_update'
  | 'message_received'
  | 'contact_reply'
  | 'complaint_received'
  | 'withdrawal_received'
  | 'withdrawal_recorded'
  | 'cover_lost'
  | 'offer'
  | 'admin_invitation'
  | 'desk_notice'
  | 'sender_test'
  | 'monthly_report'
  | 'contract_notice'
>;
type Figures = Readonly<Record<string, string | number>>;

export const HELP = text(
  `If something here is not right, reply to this email. We answer emails within ${PROMISES.emailReplyHours} hours.`,
);

/** For an address that could be anyone's: names no person, wallet or policy. */
export const STRANGER_FOOTER =
  'You are receiving this email because someone entered this address at Mooring. We send nothing else to it until it is confirmed.';

const SECRETS = 'Mooring never asks for a private key or a recovery phrase.';

export function footerFor({ wallet_address, policy_number }: PolicyDetailAnswer): string {
  return `About policy ${policy_number} of the wallet ${shortAddress(wallet_address)}. ${SECRETS}`;
}

export function footerOf(wallet: string): string {
  return `For the wallet ${shortAddress(wallet)}. ${SECRETS}`;
}

/** The token is in the fragment: browsers don't send that, so it reaches no server log. */
export function confirmAddress(origin: string, email: string, token: string): Content {
  return {
    name: null,
    parts: [
      text(`Please confirm that ${email} is yours, so that we can email you about your insurance.`),
      link('Confirm this address', `${origin}/confirm-email#token=${token}`),
      text(`The link works once, for ${TOKEN_HOURS} hours.`),
      text('If you did not enter this address at Mooring, you can ignore this email.'),
    ],
  };
}

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

const cover = (policy: PolicyDetailAnswer) =>
  facts(
    ['Policy', policy.policy_number],
    ['Insurance', PRODUCTS[policy.policy_type].label],
    ['Insured', policy.name],
    ['Cover', coverOf(policy)],
    ['From', fromOf(policy)],
    ['Until', endText(policy.cover_until)],
  );

/** What a change of cover means for the policy that this one replaces. */
const replacing = ({ replaces }: PolicyDetailAnswer): Part[] =>
  replaces
    ? [
        text(
          `It replaces your policy ${replaces.policy_number}: incidents since ${replaces.since ? momentText(replaces.since) : 'its start'} belong to this policy alone.`,
        ),
      ]
    : [];

/** Reminder before a policy ends, as sentences that make sense alone. */
export const renewalText = (number: string, end: string): string[] => [
  `Your policy ${number} ends on ${end}. After that, it no longer covers you.`,
  'You can renew it with everything filled in. Nothing is charged unless you do.',
];

export const moneyOf = ({ amount, decimals, currency }: Figures) =>
  amountText(String(amount), Number(decimals), String(currency));

/** The content of a letter about a policy. */
export function aboutPolicy(
  kind: PolicyLetter,
  policy: PolicyDetailAnswer,
  figures: Figures,
  origin: string,
): Part[] {
  const open = link('See the policy', `${origin}/policy/${policy.id}?type=${policy.policy_type}`);
  const number = policy.policy_number;
  const letters: Readonly<Record<PolicyLetter, () => Part[]>> = {
    policy_active: () => [
      text(
        figures.taken_back === 1
          ? `We have withdrawn our rejection of policy ${number}, and it is active. We keep your premium, so there is no refund. The certificate is attached.`
          : 'Your payment is confirmed by the network and your policy is active. The certificate is attached.',
      ),
      ...replacing(policy),
      cover(policy),
      open,
      text('Keep the certificate: it proves what is insured, even without us.'),
      link('Product information (PDF)', `${origin}${ipidPath(policy.wording_version)}`),
      text(
        `Within ${WITHDRAWAL_DAYS} days of buying you can withdraw from the contract and get the whole premium back, at ${origin}/withdraw.`,
      ),
    ],
    certificate: () => [
      text('Here is the insurance certificate you requested.'),
      cover(policy),
      open,
      link('Product information (PDF)', `${origin}${ipidPath(policy.wording_version)}`),
    ],
    renewal_reminder: () => [
      ...renewalText(number, endText(policy.cover_until)).map(text),
      link('Renew', `${origin}/policy/${policy.id}?type=${policy.policy_type}`),
    ],
    cancellation_received: () => [
      text(
        policy.replaced_by
          ? `${policy.replaced_by.policy_number} replaces your policy ${number}, and you agreed to the refund for it.`
          : `We received your request to cancel ${number}.`,
      ),
      facts(['Refund', moneyOf(figures)], ['To', 'the wallet that holds the policy']),
      text(
        `We send the refund within ${PROMISES.refundBusinessDays} business days. ${policy.replaced_by ? `${policy.replaced_by.policy_number} covers you now, and we will write again when the refund is paid` : 'You stay covered until it has been paid on chain, and we will write again when it is'}.`,
      ),
      open,
    ],
    refunded: () => [
      text(
        policy.status === 'withdrawn'
          ? `You withdrew from the contract of policy ${number}. Its whole premium was refunded on chain, and its cover has ended.`
          : policy.status === 'rejected'
            ? `We could not accept policy ${number}. Its whole premium was refunded on chain, and its cover has ended.`
            : `Policy ${number} is ${policy.replaced_by ? `replaced by ${policy.replaced_by.policy_number}` : 'canceled'}: the refund was paid on chain, and its cover has ended.`,
      ),
      facts(['Refund', moneyOf(figures)], ['Transaction', String(figures.txHash)]),
      open,
    ],
  };
  return [...letters[kind](), HELP];
}
