import * as adminUsersApi from '#domain/admin/users-api.ts';
import { notFound } from '#domain/errors.ts';
import { openPhone } from '#worker/account/profile/phone.ts';
import { addNote } from '#worker/admin/notes.ts';
import { changeRecord } from '#worker/admin/seen.ts';
import { revokeAll } from '#worker/identity/wallet/repository.ts';
import { keyOfAddress } from '#worker/platform/chain/address.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { recordAct } from '#worker/told/record.ts';
import { presentDetail } from './list.ts';
import { type AccountRow, findAccount, findPhone, readUser, setStatus } from './repository.ts';

const noUser = () => notFound('No customer has ever signed in with this wallet.');

/** Everything about one customer. 404 for a wallet that never signed in. */
export const getUser = serve(adminUsersApi.getUser, async (ctx, { wallet }) => {
  const key = keyOfAddress(wallet);
  const record = key === null ? null : await readUser(ctx.db, key, nowIso(ctx), ctx.admin.role);
  if (!record) throw noUser();
  return presentDetail(ctx, record);
});

async function accountOf(ctx: AdminCtx, wallet: string): Promise<AccountRow> {
  const key = keyOfAddress(wallet);
  const account = key === null ? null : await findAccount(ctx.db, key);
  if (!account) throw noUser();
  return account;
}

const actionOf = (before: AccountRow, status: AccountRow['status']) => {
  if (before.status === status) return 'user.status_noted';
  return status === 'active' ? 'user.activated' : 'user.deactivated';
};

/**
 * Activates or deactivates a customer. A deactivated one is signed out, keeps the cover and can sign in again, read and
 * claim, but gets no quote. Repeating it changes nothing. 409 if somebody else was first.
 */
export const setUserStatus = serve(adminUsersApi.setUserStatus, async (ctx, input) => {
  const { wallet, status, ifMatch } = input;
  const note = input.notes || null;
  await changeRecord(
    ctx,
    { what: 'customer', read: () => accountOf(ctx, wallet), versionOf: ({ version }) => version, ifMatch },
    {
      isDone: (account) => account.status === status && (note === null || note === account.status_note),
      decide: (account) => [
        ...setStatus(ctx.db, account, { status, status_note: note }),
        ...(status === 'inactive' && account.status === 'active'
          ? [revokeAll(ctx.db, account.wallet, nowIso(ctx))]
          : []),
        recordAct(ctx, {
          action: actionOf(account, status),
          subject: `user:${account.wallet}`,
          before: { status: account.status, note: account.status_note },
          after: { status, note },
        }),
      ],
    },
  );
  return getUser(ctx, input);
});

/** Signs a customer out everywhere, for instance when a device was lost. */
export const endUserSessions = serve(adminUsersApi.endUserSessions, async (ctx, { wallet }) => {
  const account = await accountOf(ctx, wallet);
  await ctx.db.batch([
    revokeAll(ctx.db, account.wallet, nowIso(ctx)),
    recordAct(ctx, { action: 'user.sessions_ended', subject: `user:${account.wallet}` }),
  ]);
  return getUser(ctx, { wallet });
});

export const noteOnUser = serve(adminUsersApi.noteOnUser, async (ctx, { wallet, text }) => {
  const account = await accountOf(ctx, wallet);
  return addNote(ctx, `user:${account.wallet}`, text);
});

/** The customer's phone number, decrypted. The audit log has who asked and why before the answer goes out. */
export const revealUser = serve(adminUsersApi.revealUser, async (ctx, { wallet, reason }) => {
  const account = await accountOf(ctx, wallet);
  const sealed = await findPhone(ctx.db, account.wallet);
  const phone = await openPhone(ctx.settings.detailsKeys, sealed, account.wallet);
  const after = { fields: ['telephone'], reason };
  await ctx.db.batch([recordAct(ctx, { action: 'user.revealed', subject: `user:${account.wallet}`, after })]);
  return { facts: phone === '' ? [] : [{ label: 'Telephone', value: phone }] };
});
