import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import { Admin } from '../../../../test/admin.ts';
import { claimed, png, submit, upload } from '../../../../test/claims.ts';
import { insured } from '../../../../test/desk.ts';
import { CAR, HOME, rows, scanFromHere } from '../../../../test/harness.ts';

let hedy: Admin;
beforeAll(async () => {
  hedy = await Admin.arrive('Hedy Lamarr', 'claims');
});
beforeEach(scanFromHere);

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Why each claim is similar, by its id. */
async function similarTo(id: number): Promise<Record<number, string>> {
  const { data } = await hedy.call<AdminClaimDetail>(`/admin/claims/${id}`);
  return Object.fromEntries(data.similar.map((one) => [one.id, one.because]));
}

/** A claim of somebody else, by a name, an email and, unless it is given, a home that nobody else has. */
async function stranger(changes: { name: string; email: string; claim_amount: number; home?: string }) {
  const { name, email, claim_amount, home = `${name}’s house` } = changes;
  const policy = { email, details: { ...HOME, property_owner_name: name, house_address: home } };
  const { claim, ...rest } = await claimed({ claim_amount }, { policy });
  return { id: claim.id, ...rest };
}

describe('similar claims', () => {
  test('say that they are of the same person with another wallet, by email or else by name', async () => {
    const first = await stranger({ name: 'Zoë Quill', email: 'zoe@quill.example', claim_amount: 3000 });
    const email = await stranger({ name: 'Z. Q.', email: 'zoe@quill.example', claim_amount: 90_000 });
    const name = await stranger({ name: 'ZOE QUILL', email: 'other@quill.example', claim_amount: 70_000 });
    const part = await stranger({ name: 'Zoë Quill Fox', email: 'fox@example.com', claim_amount: 70_000 });
    const found = await similarTo(first.id);
    expect(found[email.id]).toBe('Same email, other wallet, same day');
    expect(found[name.id]).toBe('Same name, other wallet, same day');
    expect(found[part.id]).toBeUndefined();
    expect(found[first.id]).toBeUndefined();
  });

  test('claims with the same document say so, and how many days apart they are', async () => {
    const { customer, policy } = await insured();
    await rows(
      'UPDATE policies SET cover_from = ?, cover_start_date = ?, start_date = ? WHERE id = ? RETURNING id',
      `${daysAgo(60)}T00:00:00.000Z`,
      daysAgo(60),
      daysAgo(60),
      policy.id,
    );
    const one = (await submit(customer, policy, { claim_amount: 4000 })).data;
    const two = (await submit(customer, policy, { claim_amount: 20_000, incident_date: daysAgo(3) })).data;
    const other = await stranger({ name: 'Nils Oak', email: 'nils@oak.example', claim_amount: 60_000 });
    for (const [who, id] of [
      [customer, two.id],
      [other.customer, other.id],
      [customer, one.id],
    ] as const) {
      await upload(who, id, [{ name: 'roof.png', bytes: png('the same roof') }]);
    }
    const found = await similarTo(one.id);
    expect(found[two.id]).toBe('Same document, same policy, 3 days apart');
    expect(found[other.id]).toBe('Same document, same day');
  });

  test('say that they are of the same customer, and about the same home', async () => {
    const { customer, policy } = await insured();
    const { data: claim } = await submit(customer, policy, { claim_amount: 4000 });
    const buy = async (quote: Record<string, unknown>) => {
      const { data } = await customer.quote(quote);
      return (await customer.report(await customer.pay(data))).data;
    };
    const again = await buy({ insure_again: true });
    const elsewhere = await buy({ details: { ...HOME, house_address: '9 Other Street, Boston' } });
    const same = (await submit(customer, again, { claim_amount: 40_000 })).data;
    const apart = (await submit(customer, elsewhere, { claim_amount: 40_000 })).data;
    const found = await similarTo(claim.id);
    expect(found[same.id]).toBe('Same customer, same home, same day');
    expect(found[apart.id]).toBe('Same customer, same day');
  });

  test('say that they are about the same home, insured under another wallet, however its address is spelled', async () => {
    const at = (home: string, name: string, claim_amount: number) =>
      stranger({ name, email: `${name.toLowerCase()}@moss.example`, claim_amount, home });
    const one = await at('4 Mill Lane, Salem', 'Ida', 3000);
    const other = await at(' 4  mill lane SALEM', 'Kai', 90_000);
    const next = await at('5 Mill Lane, Salem', 'Lea', 90_000);
    const found = await similarTo(one.id);
    expect(found[other.id]).toBe('Same home, other wallet, same day');
    expect(found[next.id]).toBeUndefined();
    const [quote] = await rows<{ details: string; place_mark: string }>(
      'SELECT details, place_mark FROM quotes WHERE id = ?',
      one.policy.quote_id,
    );
    expect(quote?.details).not.toContain('Mill');
    expect(quote?.place_mark).toMatch(/^[0-9a-f]{32}$/);
  });

  test('are also those with a close amount of the same product, but no others', async () => {
    const one = await stranger({ name: 'Ola Berg', email: 'ola@berg.example', claim_amount: 77_000 });
    const close = await stranger({ name: 'Per Lind', email: 'per@lind.example', claim_amount: 80_000 });
    const far = await stranger({ name: 'Una Dahl', email: 'una@dahl.example', claim_amount: 99_000 });
    const { claim: car } = await claimed(
      { claim_amount: 77_000 },
      { policy: { insurance_type: 'car', details: CAR } },
    );
    const found = await similarTo(one.id);
    expect(found[close.id]).toBe('Close amount, same day');
    expect(found[far.id]).toBeUndefined();
    expect(found[car.id]).toBeUndefined();
  });
});
