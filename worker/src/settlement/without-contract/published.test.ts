/** What a deployment publishes of its chain without a contract. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type DetailsProof, detailsProof, isCommitted } from '#domain/registry/details-proof.ts';
import { policyId } from '#domain/registry/policy-id.ts';
import type { RegisteredPolicy } from '#domain/registry/schema.ts';
import { fakeNode } from '../../../test/fake-node.ts';
import { type Answer, call, workerWith } from '../../../test/harness.ts';
import {
  insuredOnPolkadot,
  newAccount,
  PolkadotCustomer,
  readPolkadot,
  scanPolkadotFromHere,
  shown,
} from '../../../test/polkadot.ts';
import { GENESIS, PREMIUM, reach } from '../../../test/polkadot-desk.ts';
import { substrate } from '../../../test/substrate.ts';

beforeAll(async () => {
  await fakeNode();
  await scanPolkadotFromHere();
});

describe('what a deployment with a Substrate chain says of it', () => {
  const get = <Data>(path: string, over = reach): Promise<Answer<Data>> => call<Data>(path, {}, over);

  test('in its configuration, its health, its figures and its audit', async () => {
    const { customer, quote, policy, paid } = await insuredOnPolkadot();
    await readPolkadot();
    const config = await get<Record<string, unknown>>('/config');
    expect(config.data.substrate).toEqual({
      genesis_hash: GENESIS,
      recipient: shown({ key: substrate.recipient }),
      symbol: 'ROC',
      decimals: 12,
    });
    type Chains = { chains: Record<string, unknown>[] };
    const ours = ({ chains }: Chains) => chains.find(({ chain_id }) => chain_id === GENESIS);
    expect(ours((await get<Chains>('/health')).data)).toMatchObject({
      head: expect.any(Number),
      lag: expect.any(Number),
    });
    const figures = ours((await get<Chains>('/registry/summary')).data);
    expect(figures).toMatchObject({ enforced_by: 'records', contract: shown({ key: substrate.recipient }) });
    expect(figures?.pool).toMatchObject([{ symbol: 'ROC', decimals: 12 }]);
    const summary = ours((await get<Chains>('/audit/summary')).data);
    expect(summary).toMatchObject({ enforced_by: 'records', contracts: [substrate.recipient] });
    const records = await get<Record<string, unknown>[]>('/audit/records?list=events');
    expect(records.data.find(({ tx_hash }) => tx_hash === paid.hash)).toMatchObject({
      chain_id: GENESIS,
      enforced_by: 'records',
      kind: 'purchased',
      block: paid.block,
      quote_id: quote.quote_id,
      amount: PREMIUM.toString(),
      status: 'confirmed',
    });
    const registered = (await get<RegisteredPolicy>(`/registry/policies/${quote.quote_id}`)).data;
    const { terms } = registered;
    expect(policyId(GENESIS, terms)).toBe(quote.quote_id);
    const { data } = await customer.call<DetailsProof>(`/insurance/policy/${policy.id}/proof`, {}, reach);
    expect(data).toMatchObject({ quote_id: quote.quote_id, chain_id: GENESIS, block: paid.block });
    const proof = detailsProof.parse(data);
    expect(proof.fields.filter((field) => !isCommitted(proof, field))).toEqual([]);
    expect(registered.events).toMatchObject([{ kind: 'purchased', tx_hash: paid.hash, block: paid.block }]);
    expect((await get(`/registry/policies/0x${'12'.repeat(32)}`)).status).toBe(404);
    const policies = await get<Record<string, unknown>[]>('/audit/records?list=policies');
    expect(policies.data.find(({ quote_id }) => quote_id === quote.quote_id)).toMatchObject({
      chain_id: GENESIS,
      enforced_by: 'records',
      status: 'active',
    });
  });

  test('nothing, and sells nothing there, where rates come from feeds and its coin has none', async () => {
    const unpriced = workerWith({}, {
      ...({ RATE_SOURCE: 'chainlink' } as Partial<Env>),
      SUBSTRATE: JSON.stringify({ ...JSON.parse(JSON.stringify(substrate)), feed: null }),
    } as Partial<Env>);
    expect((await get<{ substrate: unknown }>('/config', unpriced)).data.substrate).toBeNull();
    const customer = await PolkadotCustomer.arrive(await newAccount());
    const refused = await customer.quote({}, unpriced);
    expect(refused).toMatchObject({
      status: 422,
      message: 'This network is not available, because there is no rate for its currency.',
    });
  });
});
