import { describe, expect, it } from 'vitest';
import { policyDetail } from '#web/test/sample-policy.ts';
import type { RegistryPolicy } from '#web/wallet/registry.ts';
import { compareRecords } from './compare.ts';

const seconds = (iso: string) => Date.parse(iso) / 1000;
const registry: RegistryPolicy = {
  holder: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
  token: null,
  product: 1,
  status: 'active',
  start: seconds('2026-11-21T10:00:00Z'),
  end: seconds('2027-11-22T00:00:00Z'),
  cover: 500_000,
  paidOut: 0,
  claims: 0,
};
const differences = (ours: Parameters<typeof policyDetail>[0], change: Partial<RegistryPolicy> = {}) =>
  compareRecords(policyDetail(ours), { ...registry, ...change })
    .filter((row) => !row.agrees)
    .map((row) => row.field);

describe('compareRecords', () => {
  it('two matching records have no differences, however the address is written', () => {
    expect(differences({})).toEqual([]);
  });

  it('a policy under review, an expired one and an unknown start are not differences', () => {
    expect(differences({ status: 'pending', cover_from: null })).toEqual([]);
    expect(differences({ status: 'expired' })).toEqual([]);
  });

  it('our own status is shown beside the registry’s', () => {
    const rows = compareRecords(policyDetail({ status: 'expired' }), registry);
    expect(rows.find(({ field }) => field === 'Status')).toMatchObject({
      ours: 'Expired',
      registry: 'Active',
    });
  });

  it('every field that differs is named', () => {
    expect(differences({}, { holder: `0x${'7'.repeat(40)}` })).toEqual(['Holder']);
    expect(differences({}, { product: 2 })).toEqual(['Product']);
    expect(differences({}, { status: 'cancelled' })).toEqual(['Status']);
    expect(differences({ status: 'cancelled' })).toEqual(['Status']);
    expect(differences({ status: 'cancelled' }, { status: 'rejected' })).toEqual(['Status']);
    expect(differences({}, { cover: 499_999 })).toEqual(['Cover']);
    expect(differences({ paid_out_usd: 10 })).toEqual(['Paid out']);
    expect(differences({ paid_out_usd: 10, paid_outside_usd: 10 })).toEqual([]);
    expect(differences({}, { start: registry.start + 60, end: registry.end - 1 })).toEqual(['Start', 'End']);
  });
});
