import * as policiesApi from '#domain/admin/policies-api.ts';
import type { PolicyRequestDetail, PolicyRequestEntry } from '#domain/admin/policies-schema.ts';
import { severalOf } from '#web/features/admin/kit/send-several.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { refundNow } from './actions.tsx';
import type { Refund } from './sending.tsx';

/** The refunds that several policies of the list are owed. */
export const REFUND_SELECTED = severalOf<PolicyRequestEntry, PolicyRequestDetail, Refund>({
  needs: 'policies.write',
  label: 'Refund Selected',
  noun: 'refund',
  part: 'policies',
  nameOf: ({ policy_id }) => policy_id,
  read: ({ id }) => adminApi.find(policiesApi.getPolicyForDesk, { id }),
  wayOf: (policy, _, now) => refundNow(policy, now) ?? 'No refund of it can be sent now.',
});
