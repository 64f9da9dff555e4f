import { u8aToHex } from '@polkadot/util';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { substrateAddress } from '#domain/ss58.ts';
import { setConnected, setSignedIn } from '#web/state/wallet-session.ts';
import { fakeApi } from '#web/test/fake-api.ts';
import { pairOf } from '#web/test/fake-polkadot.ts';
import { FakeSubstrate } from '#web/test/fake-substrate.ts';
import { mountSite } from '#web/test/mount.tsx';
import { sampleTransaction } from '#web/test/sample-payment.ts';
import { substrateEntry } from '#web/test/sample-substrate.ts';

const GENESIS = substrateEntry.genesis_hash;
const QUOTE = sampleTransaction.quoteId;

it('a Polkadot payment is shown in its block before that is final, and successful only afterwards', async () => {
  const node = await FakeSubstrate.start();
  node.instant = false;
  const bob = await pairOf('//Bob');
  const address = substrateAddress(u8aToHex(bob.publicKey), substrateEntry.ss58_prefix);
  const wallet = { type: 'polkadot', name: 'SubWallet', address, key: u8aToHex(bob.publicKey) } as const;
  setConnected({ kind: 'substrate', ...wallet, chainId: GENESIS });
  setSignedIn({ token: 't', address, expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
  const { txHash } = node.pay(bob, node.entry.recipient, 60n * 10n ** 12n, QUOTE);
  const chain = { chainId: GENESIS, networkName: 'Rococo Local', paymentCurrency: 'ROC' };
  const blocks = { from: 1, to: 65 };
  const payment = { ...sampleTransaction, ...chain, walletType: 'polkadot', address, txHash, blocks };
  sessionStorage.setItem('transactionData', JSON.stringify(payment));
  const pending = { id: null, policy_number: null, quote_id: QUOTE, status: 'pending' };
  fakeApi({ 'POST /insurance/home-quote': { status: 202, data: pending } }, async () =>
    Response.json(node.deployment),
  );
  mountSite('/confirmation');

  await screen.findByText(/This page watches the network for it/);
  node.mine();
  await screen.findByText(/^The network has your payment\./);
  expect(screen.getByRole('heading', { name: 'Payment sent' })).toBeDefined();
  const steps = within(screen.getByRole('list', { name: 'Payment progress' }));
  expect(steps.getByText('In block 1, which is not final yet')).toBeDefined();

  node.replace();
  await screen.findByText(/This page watches the network for it/);
  node.mine();
  node.finalize();
  await screen.findByRole('heading', { name: 'Payment Successful!' });
  await steps.findByText('1 of 1 confirmations');
});
