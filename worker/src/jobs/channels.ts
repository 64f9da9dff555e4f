import { fillOffer } from '#worker/account/offers/write.ts';
import { fillInvitation } from '#worker/admin/admins/invitation.ts';
import { fillWithdrawal } from '#worker/claims/withdrawals/fill.ts';
import { emailChannel } from '#worker/delivery/mail/channel.ts';
import type { Channels } from '#worker/delivery/outbox/channel.ts';
import { pushChannel } from '#worker/delivery/push/push.ts';
import { webhookChannel } from '#worker/delivery/webhooks/channel.ts';
import { issueEmailToken } from '#worker/identity/account/email.ts';
import { fillCertificate } from '#worker/policies/certificate/fill.ts';
import { composeWith } from '#worker/told/send.ts';

/** Every outbox channel. */
export const channels: Channels = {
  email: emailChannel(
    composeWith({
      certificate: fillCertificate,
      confirmation: async (ctx, { wallet, mailbox, target: email }) => ({
        data: { email, token: await issueEmailToken(ctx, { wallet, mailbox, email }) },
      }),
      invitation: fillInvitation,
      offer: fillOffer,
      withdrawal: fillWithdrawal,
    }),
  ),
  webhook: webhookChannel,
  push: pushChannel,
};
