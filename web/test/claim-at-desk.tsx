/** A claim at the desk, opened in its panel. */
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import type { AdminRole } from '#domain/admin/roles.ts';
import { deskCache } from '#web/features/admin/queries.ts';
import { endAdminSession } from '#web/state/admin-session.ts';
import { mountSite } from './mount.tsx';
import { atDesk, samplePage } from './sample-desk.ts';

/** Each test of the file starts at noon of November 21, 2026, on a desk that remembers nothing. */
export function startOnNovember21(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });
    localStorage.clear();
    endAdminSession('user');
    deskCache.clear();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

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
