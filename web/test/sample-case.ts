import { type AdminClaimDetail, claimDetail } from '../../domain/admin/claims-schema.ts';
import { type PolicyRequestDetail, policyRequestDetail } from '../../domain/admin/policies-schema.ts';

export const HOLDER = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
export const CONTRACT = '0x0165878A594ca255338adfa4d48449f69242Eb8F';
const QUOTE = `0x${'b'.repeat(64)}`;
const HASH = `0x${'a'.repeat(64)}`;

/** A claim of $4,000 on a home with a deductible of $2,500, as the desk reads it. */
export function deskClaim(change: Partial<AdminClaimDetail> = {}): AdminClaimDetail {
  return claimDetail.parse({
    id: 7,
    claim_id: 'CLM-007',
    status: 'pending',
    policy_type: 'home',
    customer_name: 'Grace Hopper',
    customer: HOLDER,
    policy_id: 'POL-012',
    formatted_amount: '$4,000',
    formatted_payout: 'Pending',
    created_at: '2026-11-20T10:00:00.000Z',
    submitted_date: '2026-11-20T10:00:00.000Z',
    documents_count: 1,
    description: 'The storm broke two windows of the kitchen.',
    due_at: '2026-11-22T10:00:00.000Z',
    assigned_to: null,
    assigned_admin_name: null,
    needs_confirmation: false,
    version: 3,
    claim_amount: 4000,
    incident_date: '2026-11-19',
    policy_number: 'POL-012',
    policy: 12,
    policy_details: { 'House Type': 'Townhouse', Address: null },
    policy_facts: {
      status: 'Active',
      start_date: '2026-11-01',
      end_date: '2027-11-01',
      cover_from: '2026-11-01T09:00:00.000Z',
      cover_until: '2027-11-02T00:00:00.000Z',
      coverage_usd: 500_000,
      paid_out_usd: 0,
      promised_usd: 0,
      remaining_cover: 500_000,
      deductible: 2500,
      holder: HOLDER,
      covered: ['Storm and hail'],
      excluded: ['Wear and tear'],
    },
    suggested_payout: 1500,
    documents: [
      {
        id: 'doc-1',
        file_name: 'window.jpg',
        type: 'image/jpeg',
        size: 312_000,
        sha256: 'ab'.repeat(32),
        uploaded_at: '2026-11-20T10:01:00.000Z',
        formatted_size: '305 KB',
        is_image: true,
        download_url: '/api/admin/claims/7/documents/doc-1',
      },
    ],
    requested_documents: null,
    timeline: [
      {
        id: 1,
        kind: 'submitted',
        status: 'pending',
        message: 'Your claim has arrived.',
        date: '2026-11-20T10:00:00.000Z',
        created_by: 'You',
        tx_hash: null,
        author: null,
      },
    ],
    decision: null,
    payout: null,
    proposal: null,
    other_payment: null,
    flags: [{ kind: 'soon_after_start', reason: '18 days after the start of cover.', link: null }],
    similar: [],
    thread_id: 31,
    notes: [],
    audit: [],
    ...change,
  });
}

/** The same claim, approved for $1,500 by somebody else. */
export const approvedClaim = (change: Partial<AdminClaimDetail> = {}) =>
  deskClaim({
    status: 'approved',
    version: 4,
    formatted_payout: '$1,500',
    decision: {
      payout_usd: 1500,
      reason: 'Claim approved for full amount',
      rejection_reason: null,
      decided_by: 'Ada Byron',
      decided_by_me: false,
      confirmed_by: null,
    },
    ...change,
  });

/** A home policy that the registry agrees on, as the desk reads it. */
export function deskPolicy(change: Partial<PolicyRequestDetail> = {}): PolicyRequestDetail {
  return policyRequestDetail.parse({
    id: 12,
    policy_id: 'POL-012',
    status: 'approved',
    policy_type: 'home',
    customer: 'Grace Hopper',
    wallet: HOLDER,
    total_premium: 1200,
    coverage_amount: 500_000,
    item_description: 'Townhouse, 1999',
    submitted_date: '2026-11-01T09:00:00.000Z',
    end_date: '2027-11-01',
    needs_review: false,
    customer_status: 'active',
    product_reference: 'HI-12',
    quote_id: QUOTE,
    email: 'grace@example.com',
    start_date: '2026-11-01',
    cover_from: '2026-11-01T09:00:00.000Z',
    cover_until: '2027-11-02T00:00:00.000Z',
    paid_out_usd: 0,
    deductible: 2500,
    version: 2,
    payment: {
      chain_id: 1337,
      network: 'Ganache',
      tx_hash: HASH,
      currency: 'ETH',
      decimals: 18,
      amount: '600000000000000000',
      rate: '2000',
      paid_at: '2026-11-01T09:00:00.000Z',
      confirmed: true,
    },
    facts: [
      { label: 'House Type', value: 'Townhouse', private: false },
      { label: 'Address', value: null, private: true },
    ],
    chain: {
      contract: CONTRACT,
      holder: HOLDER,
      active: true,
      start: '2026-11-01T09:00:00.000Z',
      end: '2027-11-02T00:00:00.000Z',
      coverage_usd: 500_000,
      paid_out_usd: 0,
      claims: 0,
      agrees: true,
      differences: [],
    },
    chain_problem: null,
    cancellation: null,
    rejectable_until: null,
    holder_change: null,
    events: [],
    claims: [],
    notes: [],
    audit: [],
    ...change,
  });
}
