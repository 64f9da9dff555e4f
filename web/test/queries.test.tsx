import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deskCache } from '#web/features/admin/queries.ts';
import { queryClient } from '#web/query-provider.tsx';
import { endAdminSession, startAdminSession } from '#web/state/admin-session.ts';
import { changeAccount, setConnected, setDisconnected } from '#web/state/wallet-session.ts';
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

describe('cached data of an administrator', () => {
  const DESK_KEY = ['users'];
  beforeEach(async () => {
    startAdminSession('hers');
    await told();
    deskCache.setQueryData(DESK_KEY, ['customers']);
  });

  it('cached data of the desk is removed when the administrator signs out', async () => {
    endAdminSession('user');
    await told();
    expect(deskCache.getQueryData(DESK_KEY)).toBeUndefined();
  });

  it('cached data of the desk is removed when another administrator signs in', async () => {
    startAdminSession('his');
    await told();
    expect(deskCache.getQueryData(DESK_KEY)).toBeUndefined();
  });
});

describe.each([
  ['the site', queryClient],
  ['the desk', deskCache],
])('%s without a network', (_, client) => {
  beforeEach(() => onlineManager.setOnline(false));
  afterEach(() => onlineManager.setOnline(true));

  it('asks and sends at the press, so that nothing is left to be sent when the network returns', async () => {
    const calls: string[] = [];
    const call = (name: string) => async () => {
      calls.push(name);
      throw new Error(name);
    };
    await expect(client.fetchQuery({ queryKey: ['thing'], queryFn: call('read') })).rejects.toThrow('read');
    const options = client.defaultMutationOptions({ mutationFn: call('payment') });
    const sending = client.getMutationCache().build(client, options);
    await expect(sending.execute(undefined)).rejects.toThrow('payment');
    onlineManager.setOnline(true);
    await client.resumePausedMutations();
    expect(calls).toEqual(['read', 'payment']);
  });
});
