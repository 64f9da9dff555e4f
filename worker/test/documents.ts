/** What is stored of the documents of a claim. */
import { env } from 'cloudflare:workers';
import type { ClaimDocument } from '#domain/claims/schema.ts';
import { rows } from './harness.ts';

export interface Answered {
  added: ClaimDocument[];
  documents: ClaimDocument[];
}

export const stored = (claimId: number) =>
  rows<{ sha256: string; object_key: string }>(
    'SELECT sha256, object_key FROM claim_documents WHERE claim_id = ? ORDER BY created_at, id',
    claimId,
  );

export const objects = async (claimId: number) =>
  (await env.FILES.list({ prefix: `claims/${claimId}/` })).objects.map(({ key }) => key).sort();

export const counted = async (claimId: number) =>
  (await rows<{ n: number }>('SELECT documents_count n FROM claims WHERE id = ?', claimId))[0]?.n;

export const hashOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
