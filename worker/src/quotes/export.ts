import { listTravelers } from '#domain/products/forms/travelers.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { openDetails } from './details.ts';
import { openDraft } from './draft.ts';
import { readNeeds } from './needs.ts';
import { draftsOf, quotesOf } from './repository.ts';

/** The actor's saved forms, decrypted. */
export async function exportDrafts(ctx: WalletCtx) {
  const rows = await draftsOf(ctx.db, ctx.actor.wallet);
  return Promise.all(
    rows.map(async (row) => ({
      draft_id: row.id,
      insurance_type: row.product,
      policy_start_date: row.startDate,
      policy_end_date: row.endDate,
      details: await openDraft(ctx, row),
      needs: readNeeds(row),
      created_at: row.createdAt,
      expires_at: row.expiresAt,
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
        policy_start_date: row.startDate,
        policy_end_date: row.endDate,
        premium_usd: row.premiumUsd,
        coverage_usd: row.coverageUsd,
        currency: row.currency,
        amount: row.amount,
        rate: row.rate,
        email: row.email,
        details: listTravelers(details),
        details_salts: salts,
        needs: readNeeds(row),
        wording_version: row.wordingVersion,
        created_at: row.createdAt,
        valid_until: row.validUntil,
        deleted_after: row.purgeAt,
      };
    }),
  );
}
