import type { WalletCtx } from '../../platform/context.ts';
import { getPolicy } from '../get.ts';
import { type Certificate, issueCertificate } from './issue.ts';

/** The certificate of the actor's own policy; 404 for another's. */
export async function getCertificate(ctx: WalletCtx, id: number): Promise<Certificate> {
  return issueCertificate(ctx, await getPolicy(ctx, { id }));
}
