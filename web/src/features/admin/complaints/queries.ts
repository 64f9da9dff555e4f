import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import {
  type complaintDecision,
  complaintDetail,
  complaintList,
} from '../../../../../domain/admin/complaints-schema.ts';
import { orMissing } from '../../../lib/api/errors.ts';
import { toPage } from '../list/types.ts';
import { adminApi } from '../queries.ts';

export const loadComplaints = async (query: string, signal: AbortSignal) =>
  toPage(
    await adminApi.get(`/admin/complaints?${query}`, complaintList, signal),
    'complaints',
    'total_complaints',
  );

const path = (id: string | number) => `/admin/complaints/${encodeURIComponent(id)}`;

export const complaintQuery = (id: string) =>
  queryOptions({
    queryKey: ['complaint', id],
    queryFn: ({ signal }) => orMissing(adminApi.get(path(id), complaintDetail, signal)),
  });

/** Answers a complaint for good. */
export const answerComplaint = (id: number, decision: z.output<typeof complaintDecision>) =>
  adminApi.post(`${path(id)}/answer`, decision, complaintDetail);
