import { type AdminRole, permissionsOf, ROLE_LABELS } from '../../domain/admin/roles.ts';
import { startAdminSession } from '../src/state/admin-session.ts';
import { type ApiCall, fakeApi } from './fake-api.ts';

export const WALLET = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';

export const sampleProfile = (role: AdminRole = 'administrator') => ({
  id: 1,
  email: 'ada@mooring.example',
  name: 'Ada Byron',
  role,
  role_label: ROLE_LABELS[role],
  permissions: [...permissionsOf(role)],
  totp_enabled: true,
  must_enroll_totp: false,
  recovery_codes_left: 8,
});

export const sampleUser = {
  name: 'Grace Hopper',
  email: 'grace@example.com',
  wallet_address: WALLET,
  status: 'active' as 'active' | 'inactive',
  joined_date: '2026-11-01T09:30:00.000Z',
  total_policies: 3,
  total_premium: 2400,
  total_claims: 1,
};

/** `data` of a list with these rows on its only page. */
export const samplePage = (name: string, total: string, rows: readonly unknown[], more: object = {}) => ({
  [name]: rows,
  pagination: {
    current_page: 1,
    total_pages: 1,
    per_page: 10,
    next_cursor: null,
    prev_cursor: null,
    search_limited: false,
    [total]: rows.length,
    ...more,
  },
});

/** Signs an administrator of this role in, with a server that knows these answers besides the profile. */
export function atDesk(
  handlers: Parameters<typeof fakeApi>[0],
  role: AdminRole = 'administrator',
): ApiCall[] {
  startAdminSession('admin-token');
  return fakeApi({
    'GET /admin/auth/profile': { data: sampleProfile(role) },
    'GET /admin/views': { data: [] },
    'GET /admin/colleagues': { data: [{ id: 1, name: 'Ada Byron', role }] },
    ...handlers,
  });
}
