import { emailChannel } from '../delivery/mail/channel.ts';
import type { Channels } from '../delivery/outbox/channel.ts';
import { pushChannel } from '../delivery/push/channel.ts';
import { webhookChannel } from '../delivery/webhooks/channel.ts';
import { compose } from '../letters/compose.ts';

/** Every outbox channel. */
export const channels: Channels = {
  email: emailChannel(compose),
  webhook: webhookChannel,
  push: pushChannel,
};
