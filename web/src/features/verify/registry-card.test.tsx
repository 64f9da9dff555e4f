import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeNode, fakeChains } from '#web/test/fake-chain.ts';
import { mount } from '#web/test/mount.tsx';
import { policyDetail } from '#web/test/sample-policy.ts';

const ours = policyDetail();
const theirs = {
  holder: ours.wallet_address as `0x${string}`,
  product: 1,
  status: 1,
  start: BigInt(Date.parse(ours.cover_from as string) / 1000),
  end: BigInt(Date.parse(ours.cover_until) / 1000),
  cover: 500_000,
};

/** The modules cache the list of networks per page load, so every test starts with fresh modules. */
async function show(node: FakeNode) {
  vi.stubGlobal('fetch', fakeChains([node]).fetch);
  const { RegistryCard } = await import('./registry-card.tsx');
  return mount(<RegistryCard policy={ours} />);
}

beforeEach(() => {
  vi.resetModules();
});

describe('RegistryCard', () => {
  it('the registry card says that both records agree and links to the public page @policy-13', async () => {
    await show({ policies: { [ours.quote_id]: theirs }, inForce: true });
    const says = await screen.findByText('The registry on chain and our record agree.');
    const line = says.closest('details');
    expect(line?.querySelector('summary')?.textContent).toBe('Registryagrees ');
    expect(line?.open).toBe(false);
    const link = screen.getByRole('link', { name: 'What anyone can see' });
    expect(link.getAttribute('href')).toBe(`/verify/${ours.quote_id}`);
  });

  it('the registry card says which fields differ @policy-13', async () => {
    await show({ policies: { [ours.quote_id]: { ...theirs, cover: 1, paidOut: 7 } } });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The registry and our record differ in cover and paid out.');
    expect(alert.closest('details')?.open).toBe(true);
  });

  it('the registry card makes no claim when the policy is unknown or the registry cannot be read', async () => {
    const { unmount } = await show({});
    expect(await screen.findByText(/The registry does not know this policy yet/)).toBeDefined();
    unmount();
    vi.resetModules();
    await show({ down: true });
    expect(await screen.findByText(/browser cannot reach the network/)).toBeDefined();
    expect(screen.queryByText(/agree/)).toBeNull();
  });

  it('the registry card of a network without a registry says what can be checked there instead', async () => {
    vi.stubGlobal('fetch', fakeChains([]).fetch);
    const { RegistryCard } = await import('./registry-card.tsx');
    const chain_id = '0x67f9723393ef76214df0118c34bbbd3dbebc8ed46a10973a8c969d48fe7598c9';
    mount(<RegistryCard policy={{ ...ours, chain_id, enforced_by: 'records' }} />);
    expect(screen.getByText(/^Westend Asset Hub has no registry of policies\./)).toBeDefined();
    const link = screen.getByRole('link', { name: 'What anyone can see' });
    expect(link.getAttribute('href')).toBe(`/verify/${ours.quote_id}?block=16`);
    expect(screen.queryByRole('table')).toBeNull();
  });
});
