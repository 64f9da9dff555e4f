import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../src/query-provider.tsx';
import { changeAccount, setConnected, setDisconnected } from '../src/state/wallet-session.ts';
import { evmWallet } from './sample-wallet.ts';

const ADA = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const EVE = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955';
const KEY = ['policies', ADA];
const connect = () => setConnected(evmWallet(ADA));
/** Lets the session's subscribers run. */
const told = () => new Promise<void>((done) => queueMicrotask(done));

beforeEach(async () => {
  connect();
  await told();
  queryClient.setQueryData(KEY, ['hers']);
});

describe('cached data of an account', () => {
  it('cached data is removed when the wallet changes its account', async () => {
    changeAccount(EVE);
    await told();
    expect(queryClient.getQueryData(KEY)).toBeUndefined();
  });

  it('cached data is removed when the wallet disconnects', async () => {
    setDisconnected('user');
    await told();
    expect(queryClient.getQueryData(KEY)).toBeUndefined();
  });

  it('cached data stays while the account stays', async () => {
    connect();
    await told();
    expect(queryClient.getQueryData(KEY)).toEqual(['hers']);
  });
});
