import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import type { claimDocumentEntry } from '../../../../../domain/admin/claims-schema.ts';
import { adminApi } from '../queries.ts';

export type ClaimDocumentEntry = z.output<typeof claimDocumentEntry>;

/** A document's bytes, with the administrator's token. Forgotten a minute after nobody looks at it. */
export function documentQuery(claimId: number, documentId: string) {
  return queryOptions({
    queryKey: ['claims', claimId, 'documents', documentId],
    queryFn: ({ signal }) => adminApi.download(`/admin/claims/${claimId}/documents/${documentId}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}
