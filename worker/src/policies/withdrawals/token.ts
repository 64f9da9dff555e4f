import { WITHDRAWAL_LINK_DAYS } from '#domain/policy/withdrawal.ts';
import { issueEmailToken } from '#worker/identity/account/email-token.ts';
import type { TokenRow } from '#worker/identity/account/repository.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { WithdrawalRow } from './repository.ts';

const OWNER = 'withdrawal:';

/** A token for the link in the acknowledgment of a withdrawal. It confirms no address for any wallet. */
export const issueWithdrawalToken = (
  ctx: Ctx,
  { id }: WithdrawalRow,
  { mailbox, email }: { mailbox: string; email: string },
): Promise<string> =>
  issueEmailToken(ctx, { wallet: `${OWNER}${id}`, mailbox, email }, WITHDRAWAL_LINK_DAYS * 24);

/** The withdrawal that a token is about; null if it is about a wallet's address. */
export const withdrawalOfToken = ({ wallet }: Pick<TokenRow, 'wallet'>): number | null =>
  wallet.startsWith(OWNER) ? Number(wallet.slice(OWNER.length)) : null;
