/** What each sealed value is bound to, in one place, so that a rotation of keys finds them all. */
import type { Binding } from './sealed.ts';

interface Owned<Id> {
  id: Id;
  /** Wallet key. */
  wallet: string;
}

export const phoneBinding = (owner: string): Binding => ({ row: 'profile:phone', owner });
export const totpBinding = (id: number | string): Binding => ({ row: 'admin:totp', owner: `admin:${id}` });
export const approvalBinding = (id: string): Binding => ({ row: `approval:${id}`, owner: '' });
export const callBinding = ({ id, wallet }: Owned<number>): Binding => ({
  row: `claim_call:${id}`,
  owner: wallet,
});
export const pushBinding = ({ id, wallet }: Owned<string>): Binding => ({ row: `push:${id}`, owner: wallet });
export const secretBinding = ({ id, wallet }: Owned<string>): Binding => ({
  row: `webhook:${id}`,
  owner: wallet,
});
export const shareBinding = (id: string, owner: string): Binding => ({ row: `share:${id}`, owner });
export const draftBinding = (id: string, owner: string): Binding => ({ row: `draft:${id}`, owner });
export const quoteBinding = (id: string, owner: string): Binding => ({ row: `quote:${id}`, owner });

/** The private columns of a policy's contact, each sealed for its policy and holder. */
export type SealedField = 'beneficiary' | 'telephone' | 'nickname';
export const fieldBinding = (field: SealedField, { id, wallet }: Owned<number>): Binding => ({
  row: `policy:${id}:${field}`,
  owner: wallet,
});
