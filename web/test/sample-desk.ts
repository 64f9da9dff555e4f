import { QUEUE_KINDS, QUEUE_SECTIONS, type QueueItem } from '#domain/admin/records-schema.ts';
import { type AdminRole, permissionsOf, ROLE_LABELS } from '#domain/admin/roles.ts';
import { startAdminSession } from '#web/state/admin-session.ts';
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
  require_totp: false,
  recovery_codes_left: 8,
  payout_limit_usd: null as number | null,
});

/** The settings as they come; `system` changes its thresholds. */
export const sampleSettings = (system: object = {}, version = 4) => ({
  profile: {
    version: 1,
    values: { name: 'Ada Byron', email: 'ada@mooring.example', role_label: 'System Administrator' },
    changed: { name: null },
  },
  notifications: {
    version: 1,
    values: {
      new_claim: false,
      payment_exception: false,
      message_waiting: false,
      veto: true,
      monthly_report: false,
    },
    changed: { notifications: null },
  },
  security: {
    version: 2,
    values: { session_minutes: 480, require_totp: false },
    changed: { session_minutes: null, require_totp: null },
  },
  system: {
    version,
    values: {
      auto_approve_below_usd: 10_000,
      second_confirmation_usd: 10_000,
      four_eyes_usd: 2500,
      maximum_claim_usd: 100_000,
      platform_fee_bps: 250,
      ...system,
    },
    changed: {
      auto_approve_below_usd: {
        at: '2026-11-20T09:30:00.000Z',
        by: 'Hedy Lamarr',
        confirmed_by: 'Grace Hopper',
      },
      second_confirmation_usd: null,
      four_eyes_usd: null,
      maximum_claim_usd: null,
      platform_fee_bps: null,
    },
  },
  sender: {
    version: 3,
    values: {
      sender_name: 'Mooring',
      sender_from: 'letters@mooring.example',
      sender_reply_to: 'support@mooring.example',
    },
    changed: { sender_name: null, sender_from: null, sender_reply_to: null },
    standard: {
      sender_name: 'Mooring',
      sender_from: 'hello@mooring.example',
      sender_reply_to: 'help@mooring.example',
    },
  },
  underwriting: {
    version: 4,
    values: {
      home_age_review: 0,
      home_age_decline: 120,
      car_age_review: 0,
      car_age_decline: 0,
      car_mileage_review: 0,
      car_mileage_decline: 0,
      passport_review: 'ghana',
      passport_decline: '',
      wallet_policies_review: 0,
      wallet_policies_decline: 0,
    },
    changed: {},
  },
  sms_unavailable: 'SMS needs a provider, and none is configured.',
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
  status_note: null as string | null,
  version: 3,
};

/** The same customer in full. */
export const sampleCustomer = {
  ...sampleUser,
  kind: 'evm',
  last_sign_in_at: '2026-11-20T10:00:00.000Z',
  email_confirmed: true,
  has_telephone: true,
  active_sessions: 2,
  policies: [
    {
      id: 12,
      policy_number: 'POL-012',
      policy_type: 'home',
      status: 'active',
      premium_usd: 1200,
      coverage_usd: 500000,
      policy_start_date: '2026-11-01',
      policy_end_date: '2027-11-01',
      created_at: '2026-11-01T09:30:00.000Z',
    },
  ],
  claims: [],
  threads: [],
  payments: [
    {
      tx_hash: `0x${'d'.repeat(64)}`,
      chain_id: 1337,
      amount: '600000000000000000',
      currency: 'ETH',
      decimals: 18,
      kind: 'premium',
      policy_id: 12,
      at: '2026-11-01T09:30:00.000Z',
    },
  ],
  audit_log: [
    {
      id: 7,
      number: 7,
      action: 'user.deactivated',
      subject: 'user:0xada',
      link: null,
      admin_id: 2,
      admin_name: 'Hedy Lamarr',
      before: { status: 'active' },
      after: { status: 'inactive' },
      at: '2026-11-03T09:30:00.000Z',
      request_id: 'r-7',
      seal: null,
    },
  ],
  notes: [{ id: 1, text: 'Called on Monday.', author: 'Ada Byron', created_at: '2026-11-02T09:30:00.000Z' }],
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

/** An empty work queue, and one with items. */
export const sampleQueue = (items: readonly QueueItem[] = [], mine = true) => ({
  mine,
  sections: QUEUE_SECTIONS.map((key) => {
    const its = items.filter(({ section }) => section === key);
    const kinds = QUEUE_KINDS.map((kind) => ({
      key: kind,
      count: its.filter((item) => item.kind === kind).length,
    })).filter(({ count }) => count > 0);
    return { key, count: its.length, kinds };
  }),
  items,
});

/** What the lists hold as they are opened. */
export const sampleNewest = { claims: 5, messages: 5, policies: 5, exceptions: 5 };

/** Signs an administrator of this role in, with a server that knows these answers besides the profile. */
export function atDesk(
  handlers: Parameters<typeof fakeApi>[0],
  role: AdminRole = 'administrator',
  elsewhere?: typeof fetch,
): ApiCall[] {
  startAdminSession('admin-token');
  return fakeApi(
    {
      'GET /admin/auth/profile': { data: sampleProfile(role) },
      'GET /admin/views': { data: [] },
      'GET /admin/approvals': { data: [] },
      'GET /admin/letters': { data: [] },
      'GET /admin/relays': { data: [] },
      'GET /admin/halts': { data: [] },
      'GET /admin/settings': { data: sampleSettings() },
      'GET /admin/queue': { data: sampleQueue() },
      'GET /admin/queue/counts': {
        data: { queue: 0, claims: 0, messages: 0, policies: 0, exceptions: 0, newest: sampleNewest },
      },
      'GET /admin/colleagues': { data: [{ id: 1, name: 'Ada Byron', role }] },
      ...handlers,
    },
    elsewhere,
  );
}
