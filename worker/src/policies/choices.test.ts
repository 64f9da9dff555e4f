/** Every cover and deductible that is sold, from the quote through policy, claim and renewal to a change of cover. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import type { Form } from '#domain/products/forms/form.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { SAMPLES } from '#domain/products/forms/samples.ts';
import { PRODUCT_KEYS, PRODUCTS } from '#domain/products/index.ts';
import { Admin } from '../../test/admin.ts';
import { buy, quoteFor } from '../../test/change.ts';
import { submit } from '../../test/claims.ts';
import { insured } from '../../test/desk.ts';
import { rows, scanFromHere, term } from '../../test/harness.ts';

let hedy: Admin;
beforeAll(async () => {
  hedy = await Admin.arrive('Hedy Lamarr');
});
beforeEach(scanFromHere);

/** Each row of each tariff, and the row that it is changed to. */
const SOLD = PRODUCT_KEYS.flatMap((product) =>
  PRODUCTS[product].tariff.map((row, index, all) => ({
    product,
    ...row,
    next: all[(index + 1) % all.length] ?? row,
  })),
);
const premiumOf = (perYear: number) => Math.round((perYear * 30) / 365);

test.each(
  SOLD,
)('$product insurance with a cover of $coverage and a deductible of $deductible is bought, claimed on, renewed and changed as it was chosen', async ({
  product,
  coverage,
  deductible,
  basePerYear,
  next,
}) => {
  const choices = { coverage_usd: coverage, deductible_usd: deductible };
  const sold = { insurance_type: product, details: SAMPLES[product] };
  const { customer, policy, quote } = await insured({ ...sold, choices, ...term(30) });
  expect(quote).toMatchObject({ ...choices, premium_usd: premiumOf(basePerYear) });
  const shown = await customer.call<PolicyDetailAnswer>(`/insurance/policy/${policy.id}`);
  expect(shown.data).toMatchObject({ amount: coverage, deductible, premium: premiumOf(basePerYear) });

  const { causes, wording }: Form = FORMS[product];
  const cause = Object.keys(causes).find((each) => wording.caps?.[each] === undefined);
  const claim = (claim_amount: number) => submit(customer, policy, { claim_amount, cause });
  expect((await claim(coverage + 1)).status).toBe(422);
  const made = await claim(coverage);
  expect(made.status).toBe(201);
  const desk = await hedy.call<AdminClaimDetail>(`/admin/claims/${made.data.id}`);
  expect(desk.data).toMatchObject({
    policy_facts: { deductible },
    suggested_payout: coverage - deductible,
  });
  await rows("UPDATE claims SET status = 'rejected' WHERE id = ? RETURNING id", made.data.id);

  const isTrip = PRODUCTS[product].trip !== undefined;
  const renewal = await customer.call<{ draft_id: string }>(`/insurance/policy/${policy.id}/renew`, {
    method: 'POST',
  });
  expect(renewal.status).toBe(isTrip ? 409 : 200);
  if (isTrip) return;
  const { draft_id } = renewal.data;
  const renewed = await customer.quote({ ...sold, details: undefined, draft_id, ...term(30, 31) });
  expect(renewed.data).toMatchObject({ ...choices, premium_usd: premiumOf(basePerYear) });

  const to = { choices: { coverage_usd: next.coverage, deductible_usd: next.deductible } };
  const successor = await buy(customer, await quoteFor(customer, policy.id, to), product);
  expect(successor).toMatchObject({
    amount: next.coverage,
    deductible: next.deductible,
    premium: premiumOf(next.basePerYear),
  });
});
