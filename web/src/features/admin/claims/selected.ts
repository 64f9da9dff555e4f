/** What can be done with several claims of the list at once. */
import * as claimsApi from '#domain/admin/claims-api.ts';
import type { AdminClaimDetail, AdminClaimEntry } from '#domain/admin/claims-schema.ts';
import { awaitsPayment, CLAIM_LABELS } from '#domain/claims/lifecycle.ts';
import { assigning } from '#web/features/admin/kit/assignment.ts';
import { severalOf } from '#web/features/admin/kit/send-several.tsx';
import type { DeskKind } from '#web/features/admin/kit/types.ts';
import { adminApi } from '#web/features/admin/queries.ts';
import { PAYOUT, type Payout } from './pay-form.tsx';
import { canPay, waitingFor } from './standing.ts';

const assign = assigning<AdminClaimEntry>({
  noun: 'claim',
  // 409 if somebody else has assigned one of them since the list was loaded.
  assign: (rows, to) => {
    const assigned_to = rows.map((row) => row.assigned_to);
    const body = { ids: rows.map(({ id }) => id), assigned_to, admin_id: to };
    return adminApi.send(claimsApi.assignClaims, { body });
  },
});

const payClaims = severalOf<AdminClaimEntry, AdminClaimDetail, Payout>({
  needs: 'claims.pay',
  label: 'Pay Selected',
  noun: 'payout',
  part: 'claims',
  nameOf: ({ claim_id }) => claim_id,
  read: ({ id }) => adminApi.find(claimsApi.getClaimForDesk, { id }),
  barred: ({ status, needs_confirmation: second }) => {
    if (!awaitsPayment(status)) return `It is ${CLAIM_LABELS[status]}: only an approved claim can be paid.`;
    return second ? 'A second administrator has to confirm it first.' : null;
  },
  wayOf: (claim, who, now) =>
    canPay(claim, now) ? PAYOUT : (waitingFor(claim, who) ?? 'It is announced, or paid in another way.'),
});

export const SELECTED_CLAIMS: DeskKind<AdminClaimEntry>['bulk'] = {
  needs: 'claims.decide',
  choices: (people) => [assign(people)],
  several: payClaims,
};
