import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeNode, fakeChains } from '#web/test/fake-chain.ts';
import { mount } from '#web/test/mount.tsx';

const ID = `0x${'0a'.repeat(32)}`;
const DAY = 86_400n;
const today = BigInt(Math.floor(Date.now() / 1000)) / DAY;
const active = {
  product: 1,
  status: 1,
  start: (today - 10n) * DAY,
  end: (today + 10n) * DAY,
  cover: 500_000,
};

const dayText = (day: bigint) =>
  new Date(Number(day * DAY) * 1000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** The modules cache the list of networks per page load, so every test starts with fresh modules. */
async function show(
  nodes: FakeNode[],
  id = ID,
  onLookUp: (id: string, block: number | null) => void = () => undefined,
) {
  vi.stubGlobal('fetch', fakeChains(nodes).fetch);
  const { VerifyScreen } = await import('./verify-screen.tsx');
  return mount(<VerifyScreen id={id} onLookUp={onLookUp} />);
}

const verdict = () => screen.findByText(/^This policy is/);

beforeEach(() => {
  vi.resetModules();
});

describe('VerifyScreen', () => {
  it('the verify page contacts only the chain and our static file @nav-12', async () => {
    const seen: string[] = [];
    // A node of its own, because an earlier test may still ask the usual ones.
    const listed = { rpc_url: 'http://alone.test/node-0' };
    const { fetch } = fakeChains([{ policies: { [ID]: active }, inForce: true, listed }]);
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
      if (!/^http:..node-\d\.test/.test(String(input))) seen.push(String(input));
      return fetch(input, init);
    });
    const { VerifyScreen } = await import('./verify-screen.tsx');
    mount(<VerifyScreen id={ID} onLookUp={() => undefined} />);
    await verdict();
    expect(new Set(seen)).toEqual(new Set(['/deployment.json', 'http://alone.test/node-0']));
  });

  it('the verify page says in one sentence that a policy is in force until its last day @nav-12', async () => {
    await show([{ policies: { [ID]: active }, inForce: true }]);
    expect((await verdict()).textContent).toBe(`This policy is in force until ${dayText(today + 9n)}.`);
    expect(screen.getAllByTitle(`${dayText(today + 9n)} at 24:00 UTC`).length).toBeGreaterThan(0);
    expect(screen.getByText('Home Insurance')).toBeDefined();
    expect(screen.getByText('$500,000')).toBeDefined();
    expect(screen.getByText(ID)).toBeDefined();
  });

  it('the verify page says when a policy starts, ended, or was canceled or rejected @nav-12', async () => {
    const cases = [
      [{ ...active, start: (today + 3n) * DAY }, 'This policy is paid, but not yet in force: it starts on'],
      [{ ...active, end: (today - 1n) * DAY }, 'This policy is not in force: it ended on'],
      [{ ...active, status: 3, end: today * DAY }, 'This policy is not in force: it was canceled on'],
      [
        { ...active, status: 2, end: today * DAY },
        'This policy is not in force: it was rejected or withdrawn from on',
      ],
    ] as const;
    for (const [policy, sentence] of cases) {
      vi.resetModules();
      const { unmount } = await show([{ policies: { [ID]: policy } }]);
      expect((await verdict()).textContent).toContain(sentence);
      unmount();
    }
  });

  it('the verify page says that a void policy was never in force @nav-12', async () => {
    const cases = [
      [3, 'This policy was canceled with a full refund. It was never in force.'],
      [
        2,
        'This policy was rejected or withdrawn from before its start, and its premium was returned. It was never in force.',
      ],
    ] as const;
    for (const [status, sentence] of cases) {
      vi.resetModules();
      const start = (today + 3n) * DAY;
      const { unmount } = await show([{ policies: { [ID]: { ...active, status, start, end: start } } }]);
      expect(await screen.findByText(sentence)).toBeDefined();
      unmount();
    }
  });

  it('the verify page shows and quotes the older contract that knows the policy', async () => {
    const older = `0x${'7'.repeat(40)}`;
    await show([
      {
        listed: { contracts: [`0x${'1'.repeat(40)}`, { address: older }] },
        elsewhere: { [older]: { [ID]: active } },
        inForce: true,
      },
    ]);
    expect((await verdict()).textContent).toContain('is in force until');
    expect(screen.getAllByText(older).length).toBeGreaterThan(0);
    expect(screen.getByText(new RegExp(`^cast call ${older} "policyOf`))).toBeDefined();
  });

  it('the verify page says that there is no such policy and where it looked', async () => {
    await show([{}, {}]);
    expect(await screen.findByText('Not in the registry.')).toBeDefined();
    expect(screen.getByText(/There is no policy with this id on Chain A and Chain B\./)).toBeDefined();
  });

  it('the verify page does not call a policy unknown while a chain is unreachable, and retries', async () => {
    const nodes: FakeNode[] = [{ down: true }, {}];
    await show(nodes);
    expect(await screen.findByText(/Chain A could not be reached\./)).toBeDefined();
    expect(screen.queryByText('Not in the registry.')).toBeNull();
    nodes[0] = { policies: { [ID]: active }, inForce: true };
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect((await verdict()).textContent).toContain('is in force until');
  });

  it('the verify page asks for an id and extracts one from a pasted link', async () => {
    const onLookUp = vi.fn();
    await show([{}], 'hello', onLookUp);
    expect(screen.getByText(/The address does not hold a registry id/)).toBeDefined();
    const field = screen.getByLabelText('Registry id or link');
    fireEvent.change(field, { target: { value: 'nonsense' } });
    fireEvent.click(screen.getByRole('button', { name: 'Look up' }));
    expect(screen.getByText(/^Please enter a link from a policyholder,/)).toBeDefined();
    for (const ours of ['POL-004', 'https://mooring.example/policy/4?type=home']) {
      fireEvent.change(field, { target: { value: ours } });
      fireEvent.click(screen.getByRole('button', { name: 'Look up' }));
      expect(screen.getByText(/^The registry does not know policy numbers\./)).toBeDefined();
    }
    expect(onLookUp).not.toHaveBeenCalled();
    fireEvent.change(field, { target: { value: `https://mooring.example/verify/${ID}` } });
    fireEvent.click(screen.getByRole('button', { name: 'Look up' }));
    expect(onLookUp).toHaveBeenCalledExactlyOnceWith(ID, null, null);
    fireEvent.change(field, { target: { value: `https://mooring.example/verify/${ID}?block=4711` } });
    fireEvent.click(screen.getByRole('button', { name: 'Look up' }));
    expect(onLookUp).toHaveBeenLastCalledWith(ID, 4711, null);
  });
});
