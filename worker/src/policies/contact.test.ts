/** The beneficiary and the contact of a policy. */
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { claimed, png, submit, upload } from '../../test/claims.ts';
import { asHolder, insured, raced } from '../../test/desk.ts';
import { type Customer, HOME, rows } from '../../test/harness.ts';
import { setBeneficiary } from './contact.ts';

const post = { method: 'POST' };

const detail = async (customer: Customer, id: number) =>
  (await customer.call<PolicyDetailAnswer>(`/insurance/policy/${id}`)).data;

describe('beneficiary and contact', () => {
  test('stores the beneficiary encrypted, shows it to the holder and removes it with null @policy-9', async () => {
    const { customer, policy } = await insured();
    const path = `/insurance/policy/${policy.id}/beneficiary`;
    expect((await detail(customer, policy.id)).beneficiary).toBeNull();
    const set = (beneficiary: unknown) => customer.call(path, { method: 'PATCH', body: { beneficiary } });
    const name = '=HYPERLINK("x") <b>Grace</b> Ō';
    expect(await set(`  ${name} `)).toMatchObject({ status: 200, data: { beneficiary: name } });
    expect((await detail(customer, policy.id)).beneficiary).toBe(name);
    const [row] = await rows<{ beneficiary: string }>(
      'SELECT beneficiary FROM policy_contacts WHERE policy_id = ?',
      policy.id,
    );
    expect(row?.beneficiary).toMatch(/^1\./);
    expect(row?.beneficiary).not.toContain('Grace');
    expect((await set('A')).status).toBe(422);
    expect((await set('x'.repeat(10_000))).status).toBe(422);
    expect((await set(null)).data).toEqual({ beneficiary: null });
    expect((await detail(customer, policy.id)).beneficiary).toBeNull();
  });

  test('stores a nickname encrypted, names the policy by it for its holder alone, and by its address without one', async () => {
    const { customer, policy } = await insured();
    const other = await insured();
    const path = `/insurance/policy/${policy.id}/nickname`;
    expect(await detail(customer, policy.id)).toMatchObject({ nickname: null, name: HOME.house_address });
    const set = (nickname: unknown, by = customer) => by.call(path, { method: 'PATCH', body: { nickname } });
    expect(await set('  Quay Street ')).toMatchObject({ status: 200, data: { nickname: 'Quay Street' } });
    const named = { nickname: 'Quay Street', name: 'Quay Street' };
    expect(await detail(customer, policy.id)).toMatchObject(named);
    expect(await customer.policies()).toMatchObject([named]);
    const [row] = await rows<{ nickname: string }>(
      'SELECT nickname FROM policy_contacts WHERE policy_id = ?',
      policy.id,
    );
    expect(row?.nickname).toMatch(/^1\./);
    expect(row?.nickname).not.toContain('Quay');
    expect((await set('Mine', other.customer)).status).toBe(404);
    for (const wrong of ['', '   ', 'x'.repeat(41), 7]) expect((await set(wrong)).status).toBe(422);
    expect(await detail(customer, policy.id)).toMatchObject(named);
    expect((await set(null)).data).toEqual({ nickname: null });
    expect(await customer.policies()).toMatchObject([{ nickname: null, name: HOME.house_address }]);
  });

  test('binds the encrypted beneficiary to its policy and wallet', async () => {
    const { customer, policy } = await insured();
    const other = await insured();
    await customer.call(`/insurance/policy/${policy.id}/beneficiary`, {
      method: 'PATCH',
      body: { beneficiary: 'Grace Hopper' },
    });
    await env.DB.prepare(
      'INSERT INTO policy_contacts (policy_id, beneficiary, email, telephone, updated_at) SELECT ?, beneficiary, email, telephone, updated_at FROM policy_contacts WHERE policy_id = ?',
    )
      .bind(other.policy.id, policy.id)
      .run();
    expect(await other.customer.call(`/insurance/policy/${other.policy.id}`)).toMatchObject({ status: 500 });
  });

  test('stores a changed contact next to the insured details, which stay as signed @api-11', async () => {
    const { customer, policy } = await insured();
    const path = `/insurance/policy/${policy.id}/contact`;
    const before = await detail(customer, policy.id);
    expect(before.contact).toEqual({
      email: 'ada@example.com',
      telephone: HOME.property_owner_telephone,
    });
    const contact = { email: 'ada@elsewhere.example', telephone: '+1 555 010 9999' };
    const changed = await customer.call(path, { method: 'PATCH', body: contact });
    expect(changed).toMatchObject({ status: 200, data: contact });
    const after = await detail(customer, policy.id);
    expect(after).toMatchObject({
      contact,
      email: 'ada@example.com',
      details: HOME,
      details_hash: before.details_hash,
    });
    const kept = JSON.stringify(await rows('SELECT * FROM policy_contacts WHERE policy_id = ?', policy.id));
    expect(kept).not.toContain('555');
    const wrong = await customer.call(path, { method: 'PATCH', body: { ...contact, email: 'no' } });
    expect(wrong).toMatchObject({ status: 422, issues: [{ path: 'email' }] });
  });

  const versionOf = async (id: number) =>
    (await rows<{ version: number }>('SELECT version FROM policies WHERE id = ?', id))[0]?.version ?? 0;

  test('is set while ten documents are added to a claim, which leave the policy’s version as it is', async () => {
    const { customer, policy, claim } = await claimed();
    const before = await versionOf(policy.id);
    const documents = Array.from({ length: 10 }, (_, index) =>
      upload(customer, claim.id, [{ name: `${index}.png`, bytes: png(index) }]),
    );
    const path = `/insurance/policy/${policy.id}/beneficiary`;
    const set = customer.call(path, { method: 'PATCH', body: { beneficiary: 'Grace' } });
    expect((await set).status).toBe(200);
    await Promise.all(documents);
    expect(await versionOf(policy.id)).toBe(before);
  });

  test('is set after a claim came in between, which moves the policy’s version', async () => {
    const { customer, policy } = await insured();
    const ctx = raced(asHolder(customer), () => submit(customer, policy));
    await setBeneficiary(ctx, { id: policy.id, beneficiary: 'Grace' });
    expect((await detail(customer, policy.id)).beneficiary).toBe('Grace');
  });

  test('ignores a contact change by the former holder, even if the policy moved during the request', async () => {
    const { customer, policy } = await insured();
    const path = `/insurance/policy/${policy.id}`;
    const contact = { email: 'a@example.com', telephone: '+1 555 010 9999' };
    const move = "UPDATE policies SET wallet = '0xsomebody', version = version + 1 WHERE id = ?";
    const input = { id: policy.id, beneficiary: 'Grace' };
    await expect(setBeneficiary(raced(asHolder(customer), move, policy.id), input)).rejects.toMatchObject({
      code: 'not_found',
    });
    const answers = await Promise.all([
      customer.call(`${path}/beneficiary`, { method: 'PATCH', body: { beneficiary: 'Grace' } }),
      customer.call(`${path}/contact`, { method: 'PATCH', body: contact }),
      customer.call(`${path}/renew`, post),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await rows('SELECT * FROM policy_contacts WHERE policy_id = ?', policy.id)).toEqual([]);
  });
});
