import * as z from 'zod';
import { fieldBinding, type SealedField } from '#worker/platform/crypto/bindings.ts';
import { type KeyRing, open, seal } from '#worker/platform/crypto/sealed.ts';
import type { ContactRow } from './repository.ts';

interface Owned {
  id: number;
  wallet: string;
}

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
