// @vitest-environment happy-dom
import { getAddress, type Hex, recoverTypedDataAddress, type TypedDataDefinition, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setDisconnected, walletSession } from '#web/state/wallet-session.ts';
import { BOB, FakeExtension, fault, localDeployment } from '#web/test/fake-extension.ts';
import { late } from '#web/test/late.ts';
import { consentAsked, consentRequest } from '#web/test/sample-consent.ts';
import type { WalletOption } from '#web/wallet/catalog.ts';
import { ConsentMismatch } from '#web/wallet/consent.ts';
import { openWallet } from '#web/wallet/runtime.ts';

const holder = privateKeyToAccount(`0x${'5'.repeat(64)}`);
const OLDER = `0x${'7'.repeat(40)}`;
const mine = (change: Parameters<typeof consentAsked>[0] = {}) =>
  consentAsked({ holder: holder.address, request: consentRequest({ holder: holder.address }), ...change });

let extension: FakeExtension;
let open: Awaited<ReturnType<typeof openWallet>>[] = [];

async function connected() {
  const wallet = await openWallet();
  open.push(wallet);
  await wallet.discover();
  await wallet.connect(wallet.options().find(({ type }) => type === 'metamask') as WalletOption);
  return wallet;
}

/** How often the wallet was asked for the signature. */
const asked = () => extension.asked.filter((method) => method === 'eth_signTypedData_v4').length;

beforeEach(() => {
  localStorage.clear();
  setDisconnected('user');
  vi.stubGlobal('fetch', async () => {
    const [chain] = localDeployment.chains;
    return Response.json({ ...localDeployment, chains: [{ ...chain, contracts: [{ address: OLDER }] }] });
  });
  extension = new FakeExtension([holder.address]);
  extension.answers = {
    eth_signTypedData_v4: ([, typed]) => holder.signTypedData(JSON.parse(typed as string)),
    wallet_switchEthereumChain: (params) => {
      const [{ chainId }] = params as [{ chainId: string }];
      extension.chainId = Number(chainId);
      extension.emit('chainChanged', chainId);
      return null;
    },
  };
  extension.install();
});
afterEach(async () => {
  extension.uninstall();
  // A wallet code that still has a connection would follow the next test's extension.
  await Promise.all(open.map((wallet) => wallet.disconnect()));
  open = [];
});

describe('the signature of a consent', () => {
  it('the holder signs exactly the refund of the screen, for the contract that holds the policy', async () => {
    const texts: [unknown, unknown][] = [];
    extension.answers.eth_signTypedData_v4 = ([account, typed]) => {
      texts.push([account, JSON.parse(typed as string)]);
      return holder.signTypedData(JSON.parse(typed as string));
    };
    const signature = await (await connected()).signConsent(mine());
    expect(texts).toHaveLength(1);
    expect(texts[0]?.[0]).toBe(holder.address);
    expect(texts[0]?.[1]).toEqual({
      domain: {
        name: 'Mooring',
        version: '4',
        chainId: 1337,
        verifyingContract: '0x0165878a594ca255338adfa4d48449f69242eb8f',
      },
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
        Cancellation: [
          { name: 'holder', type: 'address' },
          { name: 'quoteId', type: 'bytes32' },
          { name: 'refund', type: 'uint256' },
          { name: 'validUntil', type: 'uint256' },
        ],
      },
      primaryType: 'Cancellation',
      message: {
        holder: holder.address.toLowerCase(),
        quoteId: `0x${'b'.repeat(64)}`,
        refund: '493150684931506849',
        validUntil: '1797328800',
      },
    });
    const server = consentRequest({ holder: holder.address }).typed_data as unknown as TypedDataDefinition;
    expect(await recoverTypedDataAddress({ ...server, signature: signature as Hex })).toBe(holder.address);
  });

  it.each([
    ['another refund', { refund: '493150684931506848' }],
    ['another holder', { holder: getAddress(`0x${'7'.repeat(40)}`) }],
    ['another policy', { quoteId: `0x${'c'.repeat(64)}` }],
    ['another date', { validUntil: '1797328801' }],
    ['a contract that is not ours', { contract: `0x${'6'.repeat(40)}` }],
    ['another chain', { chainId: 1 }],
  ])('the wallet is not asked when the server wants %s signed', async (_, change) => {
    const wallet = await connected();
    await expect(
      wallet.signConsent(mine({ request: consentRequest({ holder: holder.address, ...change }) })),
    ).rejects.toThrow(
      'What we were about to ask your wallet to sign does not match this screen, so it was not asked. Nothing has changed. Please tell us.',
    );
    expect(asked()).toBe(0);
  });

  it('the wallet is not asked for another type of typed data, such as a permit', async () => {
    const wallet = await connected();
    const request = consentRequest({ holder: holder.address });
    const types = { ...request.typed_data.types, Permit: [{ name: 'value', type: 'uint256' }] };
    for (const typed_data of [
      { ...request.typed_data, types, primaryType: 'Permit', message: { value: '1' } },
      { ...request.typed_data, domain: { ...request.typed_data.domain, version: '1' } },
      { ...request.typed_data, domain: {} },
      { ...request.typed_data, types: {} },
    ]) {
      await expect(wallet.signConsent(mine({ request: { kind: 'evm', typed_data } }))).rejects.toBeInstanceOf(
        ConsentMismatch,
      );
    }
    expect(asked()).toBe(0);
  });

  it('the holder can sign for a policy in an older contract of the deployment', async () => {
    const wallet = await connected();
    const request = consentRequest({ holder: holder.address, contract: getAddress(OLDER) });
    expect(await wallet.signConsent(mine({ request }))).toMatch(/^0x[0-9a-f]{130}$/);
  });

  it('a wallet is not asked to sign for a policy on Polkadot', async () => {
    const wallet = await connected();
    const request = { kind: 'substrate', message: 'Cancel' } as const;
    await expect(wallet.signConsent(mine({ request, chainId: `0x${'1'.repeat(64)}` }))).rejects.toThrow(
      'This wallet cannot sign for a policy on this network.',
    );
  });
});

describe('a wallet on another network', () => {
  it('the wallet is switched before it is asked for the signature', async () => {
    extension.chainId = 5;
    const wallet = await connected();
    expect(await wallet.signConsent(mine())).toMatch(/^0x[0-9a-f]{130}$/);
    const order = extension.asked.filter((method) => /switch|sign/i.test(method));
    expect(order).toEqual(['wallet_switchEthereumChain', 'eth_signTypedData_v4']);
  });

  it('the signature does not wait until the wallet has announced the switch', async () => {
    extension.chainId = 5;
    extension.answers.wallet_switchEthereumChain = () => {
      extension.chainId = 1337;
      return null;
    };
    expect(await (await connected()).signConsent(mine())).toMatch(/^0x[0-9a-f]{130}$/);
  });

  it('a wallet that cannot switch is still asked for the signature', async () => {
    extension.chainId = 5;
    extension.answers.wallet_switchEthereumChain = () => {
      throw fault(4200, 'Unsupported method');
    };
    expect(await (await connected()).signConsent(mine())).toMatch(/^0x[0-9a-f]{130}$/);
  });

  it('refusing to switch ends the request before a signature', async () => {
    extension.chainId = 5;
    extension.answers.wallet_switchEthereumChain = () => {
      throw fault(4001, 'User rejected');
    };
    await expect((await connected()).signConsent(mine())).rejects.toMatchObject({ code: 'rejected' });
    expect(asked()).toBe(0);
  });

  it('a network change while the wallet is open does not harm the signature', async () => {
    const signature = late<unknown>();
    extension.answers.eth_signTypedData_v4 = () => signature.promise;
    const signing = (await connected()).signConsent(mine());
    await vi.waitFor(() => expect(asked()).toBe(1));
    extension.emit('chainChanged', toHex(5));
    await vi.waitFor(() => expect(walletSession.wallet?.chainId).toBe('5'));
    signature.resolve('0x5161');
    expect(await signing).toBe('0x5161');
  });
});

describe('a consent that is not signed', () => {
  it('a refused signature is reported as such', async () => {
    extension.answers.eth_signTypedData_v4 = () => {
      throw fault(4001, 'User denied message signature.');
    };
    await expect((await connected()).signConsent(mine())).rejects.toMatchObject({
      code: 'rejected',
      message: 'User rejected the request',
    });
  });

  it('a request that is still open in the wallet is reported as such', async () => {
    extension.answers.eth_signTypedData_v4 = () => {
      throw fault(-32002, 'Already processing');
    };
    await expect((await connected()).signConsent(mine())).rejects.toThrow(
      'MetaMask already has an open request. Please answer it there, then try again.',
    );
  });

  it('a wallet whose account is not the holder’s is not asked', async () => {
    const wallet = await connected();
    await expect(
      wallet.signConsent(consentAsked({ holder: BOB, request: consentRequest({ holder: BOB }) })),
    ).rejects.toThrow(
      'Your wallet changed to another account, so the signature was not used. Please switch back and try again.',
    );
    expect(asked()).toBe(0);
  });

  it('a signature is not used when the account changed while the wallet was open', async () => {
    const signature = late<unknown>();
    extension.answers.eth_signTypedData_v4 = () => signature.promise;
    const signing = (await connected()).signConsent(mine());
    await vi.waitFor(() => expect(asked()).toBe(1));
    extension.emit('accountsChanged', [BOB]);
    await vi.waitFor(() => expect(walletSession.wallet?.address).toBe(BOB));
    signature.resolve('0x5161');
    await expect(signing).rejects.toThrow('Your wallet changed to another account');
  });
});
