import { type Compose, Unsendable } from '#worker/delivery/mail/channel.ts';
import type { LetterKind, LetterRow } from '#worker/delivery/mail/repository.ts';
import { reachOf } from '#worker/identity/account/email.ts';
import { isConfirmed } from '#worker/identity/account/repository.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { composeClaimUpdate } from './compose-claim.ts';
import { composeContractNotice } from './compose-contract.ts';
import { composeDeskNotice, composeMonthlyReport, composeSenderTest } from './compose-desk.ts';
import { composeComplaintReceived, composeContactReply, composeMessageReceived } from './compose-messages.ts';
import { composePolicyDeclined, composePolicyNotice, policyComposer } from './compose-policy.ts';
import { composeWithdrawalReceived } from './compose-withdrawal.ts';
import type { Composer } from './composer.ts';
import { composeConfirmation, composeInvitation } from './invitation.ts';
import { type Choice, html, plainText } from './layout.ts';
import { composeOffer } from './offers/compose.ts';

const COMPOSERS: Readonly<Record<LetterKind, Composer>> = {
  confirm_address: composeConfirmation,
  policy_active: policyComposer('policy_active'),
  certificate: policyComposer('certificate'),
  renewal_reminder: policyComposer('renewal_reminder'),
  cancellation_received: policyComposer('cancellation_received'),
  refunded: policyComposer('refunded'),
  policy_declined: composePolicyDeclined,
  holder_change: composePolicyNotice,
  claim_update: composeClaimUpdate,
  message_received: composeMessageReceived,
  contact_reply: composeContactReply,
  complaint_received: composeComplaintReceived,
  withdrawal_received: composeWithdrawalReceived,
  withdrawal_recorded: composePolicyNotice,
  cover_lost: composePolicyNotice,
  offer: composeOffer,
  admin_invitation: composeInvitation,
  desk_notice: composeDeskNotice,
  sender_test: composeSenderTest,
  monthly_report: composeMonthlyReport,
  contract_notice: composeContractNotice,
};

/**
 * Kinds that may go to an unconfirmed address: the confirmation itself, a reply to someone who wrote from
 * there, and what goes to administrators.
 */
const TO_ANYBODY: ReadonlySet<LetterKind> = new Set([
  ...(['confirm_address', 'contact_reply', 'complaint_received', 'withdrawal_received'] as const),
  'admin_invitation',
  ...(['desk_notice', 'sender_test', 'monthly_report', 'contract_notice'] as const),
]);

/**
 * Kinds that the email preference controls. Certificate, activation, rejection, cancellation, withdrawal and refund letters are
 * contract documents and always sent; offers have their own preference.
 */
const BY_CHOICE: ReadonlySet<LetterKind> = new Set([
  ...(['claim_update', 'message_received', 'renewal_reminder', 'holder_change'] as const),
]);

/**
 * Fills in a letter from current data. Throws `Unsendable` if it must not go out. Reads nothing personal
 * before the address is known to be confirmed.
 */
export async function compose(ctx: Ctx, letter: LetterRow): ReturnType<Compose> {
  const { kind, wallet } = letter;
  if (!TO_ANYBODY.has(kind) && !(await isConfirmed(ctx.db, letter)))
    throw new Unsendable('not_confirmed', true);
  const byChoice = BY_CHOICE.has(kind);
  // Checked again here so that switching email off takes effect at once.
  if (byChoice && !(await reachOf(ctx, wallet)).emails) throw new Unsendable('unwanted', true);
  const composed = await COMPOSERS[kind](ctx, letter);
  const { subject = letter.subject, content, footer, attachments = [], headers, also = [] } = composed;
  const closing = { footer, choice: byChoice ? preferences(ctx) : (composed.choice ?? null) };
  return {
    subject,
    text: plainText(content, closing),
    html: html(subject, content, closing),
    attachments,
    also,
    ...(headers && { headers }),
  };
}

const preferences = ({ settings }: Ctx): Choice => ({
  label: 'Choose which letters you get',
  url: `${settings.publicOrigin}/profile#notifications`,
});
