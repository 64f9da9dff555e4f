/** A claim at the desk, opened in its panel. */
import { fireEvent, screen, within } from '@testing-library/react';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import type { AdminRole } from '#domain/admin/roles.ts';
import { mountSite } from './mount.tsx';
import { atDesk, samplePage } from './sample-desk.ts';

const statistics = {
  total: 3,
  by_status: [{ status: 'pending', count: 2 }],
  by_type: [{ policy_type: 'home', count: 3 }],
  overdue: 1,
  needs_confirmation: 0,
  paid_usd: 1500,
  median_review_hours: 20.5,
};

export function showClaim(
  claim: AdminClaimDetail,
  more: Parameters<typeof atDesk>[0] = {},
  role: AdminRole = 'administrator',
) {
  const calls = atDesk(
    {
      'GET /admin/claims': { data: samplePage('claims', 'total_claims', [claim]) },
      'GET /admin/claims/statistics': { data: statistics },
      'GET /admin/claims/7': { data: claim },
      ...more,
    },
    role,
  );
  return { calls, ...mountSite('/admin/claims?open=7') };
}

export const claimPanel = async () => within(await screen.findByRole('region', { name: 'Claim' }));
export const claimBar = async () => within(await screen.findByRole('region', { name: 'Actions' }));
export const press = (name: string, where: { getByRole: typeof screen.getByRole } = screen) =>
  fireEvent.click(where.getByRole('button', { name }));
