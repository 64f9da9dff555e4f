import type * as z from 'zod';
import type { adminProfile } from '../../../../domain/admin/schema.ts';
import type { AdminCtx } from '../../platform/context.ts';

/** The only role that there is. */
const ROLE = 'System Administrator';

export function ownProfile({ admin: { id, email, name } }: AdminCtx): z.output<typeof adminProfile> {
  return { id, email, name, role: ROLE };
}
