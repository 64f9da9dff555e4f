import { emailChannel } from '#worker/delivery/mail/channel.ts';
import type { Channels } from '#worker/delivery/outbox/channel.ts';
import { pushChannel } from '#worker/delivery/push/push.ts';
import { webhookChannel } from '#worker/delivery/webhooks/channel.ts';
import { compose } from '#worker/letters/compose.ts';

/** Every outbox channel. */
export const channels: Channels = {
  email: emailChannel(compose),
  webhook: webhookChannel,
  push: pushChannel,
};
