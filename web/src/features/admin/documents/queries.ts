import type * as z from 'zod';
import * as claimsApi from '#domain/admin/claims-api.ts';
import type { claimDocumentEntry } from '#domain/admin/claims-schema.ts';
import { adminApi } from '#web/features/admin/queries.ts';

export type ClaimDocumentEntry = z.output<typeof claimDocumentEntry>;

/** A document's bytes, with the administrator's token. Forgotten a minute after nobody looks at it. */
export const documentQuery = (id: number, document_id: string) =>
  adminApi.downloadQuery(claimsApi.openClaimDocument, { id, document_id });
