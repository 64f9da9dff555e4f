// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { fakeApi } from '#web/test/fake-api.ts';
import { handOver } from './features/auth/queries.ts';
import { keep, readKept } from './lib/kept/kept.ts';
import { keepForReload, resume } from './resume.ts';
import { type ToastCall, takeDelivery } from './ui/toast.ts';

const FORM = { product: 'home', form: { values: { property_owner_name: 'Nguyễn Thị Ánh' } } };

afterEach(() => {
  void keep('mine/quote', null);
  sessionStorage.clear();
  location.hash = '';
});

describe('a form that is kept while its page reloads', () => {
  it('is encrypted in storage under a key that only the address has, and opens once', async () => {
    void keep('mine/quote', FORM);
    await keepForReload();
    const [, key = ''] = location.hash.split('#form=');
    const stored = JSON.stringify({ ...sessionStorage, ...localStorage });
    expect(key).not.toBe('');
    expect(stored).not.toContain('property_owner_name');
    expect(stored).not.toContain(key);
    void keep('mine/quote', null);
    await resume(key);
    expect(readKept('mine/quote')).toEqual(FORM);
    expect(sessionStorage).toHaveLength(0);
  });

  it('starts empty when another key is in the address', async () => {
    void keep('mine/quote', FORM);
    await keepForReload();
    void keep('mine/quote', null);
    await resume('00112233445566778899aabbccddeeff');
    expect(readKept('mine/quote')).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });

  it('is not written when nothing was typed', async () => {
    await keepForReload();
    expect(sessionStorage).toHaveLength(0);
    expect(location.hash).toBe('');
  });
});

describe('what a visitor has typed on its way into a wallet’s app', () => {
  const ID = 'a3bb189e-8bf9-4888-9912-ace4e6543002';
  const OPEN = `POST /insurance/handovers/${ID}/open`;

  it('reaches the server as ciphertext alone, and the app’s page says that it is there', async () => {
    const said: ToastCall[] = [];
    takeDelivery((call) => said.push(call));
    let sealed = '';
    const calls = fakeApi({
      'POST /insurance/handovers': ({ body }) => {
        sealed = (body as { sealed: string }).sealed;
        return { data: { handover_id: ID } };
      },
      [OPEN]: () => ({ data: { sealed } }),
    });
    expect(await handOver()).toBe('');
    void keep('mine/quote', FORM);
    const [, code = ''] = (await handOver()).split('#form=');
    const [key = '', id] = code.split('.');
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(id).toBe(ID);
    expect(atob(sealed)).not.toContain('property_owner_name');
    expect(JSON.stringify(calls)).not.toContain(key);
    void keep('mine/quote', null);
    await resume(code);
    expect(readKept('mine/quote')).toEqual(FORM);
    expect(said).toMatchObject([{ message: 'What you had typed in your other browser is here too.' }]);
  });

  it.each([
    ['used or old', ID, { status: 404, message: 'This link was used before, or is too old.' }],
    ['damaged', 'x', { data: { sealed: '' } }],
    ['of another key', ID, { data: { sealed: btoa('something else that is long enough') } }],
  ])('a link that is %s says so and leaves what is here', async (_, id, answer) => {
    const said: ToastCall[] = [];
    takeDelivery((call) => said.push(call));
    fakeApi({ [OPEN]: answer });
    void keep('mine/quote', FORM);
    await resume(`00112233445566778899aabbccddeeff.${id}`);
    expect(readKept('mine/quote')).toEqual(FORM);
    expect(said).toMatchObject([{ kind: 'error', message: 'What you had typed was not carried over' }]);
  });
});
