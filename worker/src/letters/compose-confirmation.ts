import { issueEmailToken } from '#worker/identity/account/email-token.ts';
import type { Composer } from './composer.ts';
import { confirmAddress, STRANGER_FOOTER } from './content.ts';

/** Asks the owner of an address to confirm it. The token is made here, and only its hash is stored. */
export const composeConfirmation: Composer = async (ctx, { wallet, mailbox, target }) => {
  const token = await issueEmailToken(ctx, { wallet, mailbox, email: target });
  return {
    content: confirmAddress(ctx.settings.publicOrigin, target, token),
    footer: STRANGER_FOOTER,
  };
};
