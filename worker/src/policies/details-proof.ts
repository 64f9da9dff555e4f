import { chainIdOf, hasContract } from '../../../domain/chains.ts';
import { type DetailsProof, PROOF_FORMAT } from '../../../domain/registry/details-proof.ts';
import type { Ctx, WalletCtx } from '../platform/context.ts';
import { provenFields } from '../quotes/commitment.ts';
import { ownPolicy } from './own.ts';
import type { PolicyRow } from './repository.ts';
import { publicTerms } from './sold.ts';

/** The proof of everything that the actor's policy commits to. 404 if missing or owned by another wallet. */
export async function getDetailsProof(ctx: WalletCtx, { id }: { id: number }): Promise<DetailsProof> {
  return proofOf(ctx, await ownPolicy(ctx, id));
}

/** The proof of everything that a policy commits to. Throws if the stored details don't give the signed hash. */
export async function proofOf(ctx: Ctx, { policy, quote, paymentBlock }: PolicyRow): Promise<DetailsProof> {
  const { details_hash: _, ...terms } = publicTerms(quote);
  const fields = await provenFields(ctx.settings.detailsKeys, { ...quote, wallet: policy.wallet });
  return {
    format: PROOF_FORMAT,
    quote_id: quote.id,
    chain_id: chainIdOf(policy.chainId),
    block: hasContract(policy.chainId) ? null : paymentBlock,
    terms,
    fields: fields as DetailsProof['fields'],
  };
}
