import * as z from 'zod';
import type { KeyRing } from '#worker/platform/crypto/sealed.ts';
import { open, seal } from '#worker/platform/crypto/sealed.ts';
import type { ContactRow } from './repository.ts';

/** The private columns of a policy's contact, each sealed for its policy and holder. */
export type SealedField = 'beneficiary' | 'telephone' | 'nickname';

interface Owned {
  id: number;
  wallet: string;
}

export const fieldBinding = (field: SealedField, { id, wallet }: Owned) => ({
  row: `policy:${id}:${field}`,
  owner: wallet,
});

export function sealField(ring: KeyRing, field: SealedField, text: string, policy: Owned): Promise<string> {
  return seal(ring, text, fieldBinding(field, policy));
}

export async function openField(
  ring: KeyRing,
  field: SealedField,
  contact: Partial<Pick<ContactRow, SealedField>> | null,
  policy: Owned,
): Promise<string | null> {
  const sealed = contact?.[field] ?? null;
  return sealed === null ? null : z.string().parse(await open(ring, sealed, fieldBinding(field, policy)));
}
