import type { WalletCtx } from '../../platform/context.ts';
import { getPolicy } from '../get.ts';
import { type Certificate, issueCertificate } from './issue.ts';

/** The certificate of the actor's policy. 404 if missing or owned by another wallet. */
export async function getCertificate(ctx: WalletCtx, id: number): Promise<Certificate> {
  return issueCertificate(ctx, await getPolicy(ctx, { id }));
}
