import type * as z from 'zod';
import type { QueueKind, QueueSection, queueAnswer } from '#domain/admin/records-schema.ts';
import type { Admin } from './admin.ts';

export type Queue = z.output<typeof queueAnswer>;

/** The work queue as an administrator sees it. */
export const queueOf = async (admin: Admin): Promise<Queue> => (await admin.call<Queue>('/admin/queue')).data;

/** How many of a kind wait, in one section or in all. */
export const countOf = ({ sections }: Queue, kind: QueueKind, section?: QueueSection): number =>
  sections
    .filter(({ key }) => section === undefined || key === section)
    .flatMap(({ kinds }) => kinds)
    .filter(({ key }) => key === kind)
    .reduce((sum, { count }) => sum + count, 0);
