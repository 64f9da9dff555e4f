// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { keep, readKept } from './lib/kept/kept.ts';
import { keepForReload, resume } from './resume.ts';

const FORM = { product: 'home', form: { values: { property_owner_name: 'Nguyễn Thị Ánh' } } };

afterEach(() => {
  void keep('mine/quote', null);
  sessionStorage.clear();
  location.hash = '';
});

describe('what a visitor has typed while the page loads again', () => {
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
    await resume(btoa('0123456789abcdef'));
    expect(readKept('mine/quote')).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });

  it('is not written when nothing was typed', async () => {
    await keepForReload();
    expect(sessionStorage).toHaveLength(0);
    expect(location.hash).toBe('');
  });
});
