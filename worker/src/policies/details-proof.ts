import { chainIdOf, hasContract } from '#domain/chains.ts';
import { conflict } from '#domain/errors.ts';
import { type DetailsProof, PROOF_FORMAT } from '#domain/registry/details-proof.ts';
import { policyId } from '#domain/registry/policy-id.ts';
import * as proofApi from '#domain/registry/proof-api.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import { dropMark, marksOf, moveMark } from '#worker/platform/db/job-marks.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { provenFields } from '#worker/quotes/commitment.ts';
import { ownPolicy } from './own.ts';
import { findById, type PolicyRow } from './repository.ts';
import { publicTerms } from './sold.ts';

/** The mark of a policy whose record differed from what was sold, with since when. */
const DIFFERS = 'record differs:';

const NO_PROOF =
  'Our record of this policy no longer matches what was sold, so it can’t be proven from here. We are looking into it. The registry is unchanged.';

/** The proof of everything that the actor's policy commits to. 404 if missing or owned by another wallet. */
export const getDetailsProof = serve(proofApi.getDetailsProof, async (ctx, { id }) =>
  proofOf(ctx, await ownPolicy(ctx, id)),
);

/** The proof of everything that a policy commits to. 409, and noted for health, if its record differs from what was sold. */
export async function proofOf(ctx: Ctx, row: PolicyRow): Promise<DetailsProof> {
  try {
    return await prove(ctx, row);
  } catch (error) {
    ctx.log.error('record_differs', error, { policy: row.policy.id });
    await moveMark(ctx.db, `${DIFFERS}${row.policy.id}`, nowIso(ctx));
    throw conflict(NO_PROOF);
  }
}

/** Throws if the stored terms and details don't give the policy's id in the registry. */
async function prove(ctx: Ctx, { policy, quote, paymentBlock }: PolicyRow): Promise<DetailsProof> {
  const { details_hash, ...terms } = publicTerms(quote);
  const fields = await provenFields(ctx.settings.detailsKeys, { ...quote, wallet: policy.wallet });
  if (policyId(policy.chain_id, { ...terms, details_hash }) !== quote.id)
    throw new Error(`The terms of quote ${quote.id} do not give its id`);
  return {
    format: PROOF_FORMAT,
    quote_id: quote.id,
    chain_id: chainIdOf(policy.chain_id),
    block: hasContract(policy.chain_id) ? null : paymentBlock,
    terms,
    fields: fields as DetailsProof['fields'],
  };
}

/** Looks again at the records that differed from what was sold. Throws while one does, so that health names the job. */
export async function recheckRecords(ctx: Ctx): Promise<void> {
  const differing: string[] = [];
  for (const name of await marksOf(ctx.db, DIFFERS)) {
    const id = name.slice(DIFFERS.length);
    const row = await findById(ctx.db, Number(id));
    const holds = row === null || (await prove(ctx, row).then(Boolean, () => false));
    if (holds) await dropMark(ctx.db, name);
    else differing.push(id);
  }
  if (differing.length > 0) throw new Error(`Not as it was sold: policy ${differing.join(', ')}`);
}
