import { shortAddress } from '#domain/address.ts';
import * as authApi from '#domain/auth/api.ts';
import { api } from '#web/lib/api/api.ts';
import { toast } from '#web/ui/toast.ts';

/**
 * Announces that the wallet has changed to the account `to`, or was disconnected, and revokes the token that this browser no
 * longer uses. If the server can't be reached, the token expires within a day.
 */
export function announce(to: string | null, byWallet: boolean, token: string | null): void {
  if (token !== null) api.send(authApi.logout, {}, { token }).catch(() => undefined);
  if (to !== null) {
    toast.info(
      `Your wallet changed to ${shortAddress(to)}`,
      'The session of the other account has ended. Sign in to continue with this one.',
    );
  } else if (byWallet) {
    toast.info('Wallet disconnected', 'Your wallet is locked or no longer shares an account with this site.');
  } else {
    toast.success('Wallet disconnected');
  }
}
