import { listTravelers } from '#domain/products/forms/travelers.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { openDetails, readNeeds } from './details.ts';
import { openDraft } from './draft.ts';
import { draftsOf, quotesOf } from './repository.ts';

/** The actor's saved forms, decrypted. */
export async function exportDrafts(ctx: WalletCtx) {
  const rows = await draftsOf(ctx.db, ctx.actor.wallet);
  return Promise.all(
    rows.map(async (row) => ({
      draft_id: row.id,
      insurance_type: row.product,
      policy_start_date: row.start_date,
      policy_end_date: row.end_date,
      details: await openDraft(ctx, row),
      needs: readNeeds(row),
      created_at: row.created_at,
      expires_at: row.expires_at,
    })),
  );
}

/** Quotes made for the actor, decrypted. */
export async function exportQuotes(ctx: WalletCtx) {
  const rows = await quotesOf(ctx.db, ctx.actor.wallet);
  return Promise.all(
    rows.map(async (row) => {
      const { details, salts } = await openDetails(ctx.settings.detailsKeys, row);
      return {
        quote_id: row.id,
        insurance_type: row.product,
        policy_start_date: row.start_date,
        policy_end_date: row.end_date,
        premium_usd: row.premium_usd,
        coverage_usd: row.coverage_usd,
        currency: row.currency,
        amount: row.amount,
        rate: row.rate,
        email: row.email,
        details: listTravelers(details),
        details_salts: salts,
        needs: readNeeds(row),
        wording_version: row.wording_version,
        created_at: row.created_at,
        valid_until: row.valid_until,
        deleted_after: row.purge_at,
      };
    }),
  );
}
