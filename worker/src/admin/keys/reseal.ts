import { phoneBinding } from '../../account/profile/phone.ts';
import { callBinding } from '../../claims/call-binding.ts';
import { pushBinding } from '../../delivery/push/channel.ts';
import { secretBinding } from '../../delivery/webhooks/secret.ts';
import { type Ctx, nowIso } from '../../platform/context.ts';
import { type Binding, open, seal } from '../../platform/crypto/sealed.ts';
import type { Statement } from '../../platform/db/client.ts';
import { fieldBinding } from '../../policies/private.ts';
import { shareBinding } from '../../policies/share/link.ts';
import { quoteBinding } from '../../quotes/details.ts';
import { draftBinding } from '../../quotes/draft.ts';
import { totpBinding } from '../auth/second-factor/totp.ts';
import {
  type KeyUse,
  replaceSealed,
  SEALED_COLUMNS,
  type SealedColumn,
  type SealedRow,
  sealedUnder,
  storeUse,
  usesOf,
} from './repository.ts';

/** Rows per run: well below the statement limit. */
const AT_ONCE = 200;

const BINDINGS: Readonly<Record<SealedColumn, (id: string, owner: string) => Binding>> = {
  'drafts.sealed': draftBinding,
  'quotes.sealed': quoteBinding,
  'policy_contacts.beneficiary': (id, wallet) => fieldBinding('beneficiary', { id: Number(id), wallet }),
  'policy_contacts.nickname': (id, wallet) => fieldBinding('nickname', { id: Number(id), wallet }),
  'policy_contacts.telephone': (id, wallet) => fieldBinding('telephone', { id: Number(id), wallet }),
  'policy_shares.sealed': shareBinding,
  'profiles.phone': (_, wallet) => phoneBinding(wallet),
  'push_subscriptions.sealed': (id, wallet) => pushBinding({ id, wallet }),
  'webhooks.sealed_secret': (id, wallet) => secretBinding({ id, wallet }),
  'claim_calls.sealed': (id, wallet) => callBinding({ id: Number(id), wallet }),
  'admins.sealed_totp': (id) => totpBinding(id),
};

/**
 * Encrypts data under retired details keys again, some rows per run, and records when none is left so that
 * the key can leave the ring. An interrupted run keeps its progress.
 */
export async function resealDetails(ctx: Ctx): Promise<void> {
  const { current, keys } = ctx.settings.detailsKeys;
  let capacity = AT_ONCE;
  for (const kid of Object.keys(keys)) {
    if (kid !== current) capacity -= await retire(ctx, kid, capacity);
  }
}

/** Continues with one key; returns how many rows it read. */
async function retire(ctx: Ctx, kid: string, most: number): Promise<number> {
  const before = new Map((await usesOf(ctx.db, kid)).map((use) => [use.place, use]));
  const isUnused = () => SEALED_COLUMNS.every((place) => before.get(place)?.unusedSince);
  const wasUnused = isUnused();
  let capacity = most;
  for (const place of SEALED_COLUMNS) {
    if (capacity <= 0) break;
    const known = before.get(place) ?? { kid, place, afterRow: 0, unusedSince: null };
    const rows = await sealedUnder(ctx.db, place, kid, { after: known.afterRow, limit: capacity });
    const next = nextUse(ctx, known, rows, capacity);
    const changed = next.afterRow !== known.afterRow || next.unusedSince !== known.unusedSince;
    const noted = changed || !before.has(place) ? [storeUse(ctx.db, next)] : [];
    const [first, ...rest] = [...(await resealed(ctx, place, rows)), ...noted];
    if (first) await ctx.db.batch([first, ...rest]);
    before.set(place, next);
    capacity -= rows.length;
  }
  if (!wasUnused && isUnused()) ctx.log.info('details_key_unused', { key: kid });
  return most - capacity;
}

/** After the last page it starts over, so that skipped rows are tried again. */
function nextUse(ctx: Ctx, known: KeyUse, rows: readonly SealedRow[], limit: number): KeyUse {
  const last = rows.at(-1);
  if (last) return { ...known, afterRow: rows.length < limit ? 0 : last.row, unusedSince: null };
  if (known.afterRow > 0) return { ...known, afterRow: 0 };
  return { ...known, unusedSince: known.unusedSince ?? nowIso(ctx) };
}

/** Statements that replace what can be decrypted; the rest stays and keeps its key in use. */
async function resealed(ctx: Ctx, place: SealedColumn, rows: readonly SealedRow[]): Promise<Statement[]> {
  const ring = ctx.settings.detailsKeys;
  const statements = await Promise.all(
    rows.map(async (row) => {
      const binding = BINDINGS[place](row.id, row.owner);
      try {
        const value = await open(ring, row.sealed, binding);
        return [replaceSealed(ctx.db, place, row, await seal(ring, value, binding))];
      } catch (error) {
        ctx.log.error('reseal_failed', error, { place, row: row.row });
        return [];
      }
    }),
  );
  return statements.flat();
}
