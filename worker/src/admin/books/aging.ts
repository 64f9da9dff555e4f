import { AGED, BUCKETS } from '#domain/admin/books-schema.ts';
import { dollars } from '#domain/admin/figures.ts';
import * as adminReportsApi from '#domain/admin/reports-api.ts';
import { nowIso } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { readWaiting } from './waiting/repository.ts';

/** What waits for a decision, a payout or a refund, by its age in days. */
export const getAging = serve(adminReportsApi.getAging, async (ctx) => {
  const now = nowIso(ctx);
  const rows = await readWaiting(ctx.db, now);
  const sums = (kind: string, bucket?: number) => {
    const found = rows.filter((row) => row.kind === kind && (bucket === undefined || row.bucket === bucket));
    return {
      count: found.reduce((sum, { count }) => sum + count, 0),
      usd: dollars(found.reduce((sum, { cents }) => sum + cents, 0)),
    };
  };
  return {
    as_of: now,
    lines: AGED.map((kind) => ({
      kind,
      buckets: BUCKETS.map((bucket, index) => ({ bucket, ...sums(kind, index) })),
      total: sums(kind),
    })),
  };
});
