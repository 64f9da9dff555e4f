// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { keepTypedForm, resumeTypedForm } from './resume.ts';
import { typedForm } from './typed-form.ts';

const FORM = { product: 'home', form: { values: { property_owner_name: 'Nguyễn Thị Ánh' } } };

afterEach(() => {
  typedForm.current = null;
  sessionStorage.clear();
  location.hash = '';
});

describe('a quote form while its page loads again', () => {
  it('is encrypted in storage under a key that only the address has, and opens once', async () => {
    typedForm.current = FORM;
    await keepTypedForm();
    const [, key = ''] = location.hash.split('#form=');
    const stored = JSON.stringify({ ...sessionStorage, ...localStorage });
    expect(key).not.toBe('');
    expect(stored).not.toContain('property_owner_name');
    expect(stored).not.toContain(key);
    typedForm.current = null;
    await resumeTypedForm(key);
    expect(typedForm.current).toEqual(FORM);
    expect(sessionStorage).toHaveLength(0);
  });

  it('starts empty when another key is in the address', async () => {
    typedForm.current = FORM;
    await keepTypedForm();
    typedForm.current = null;
    await resumeTypedForm(btoa('0123456789abcdef'));
    expect(typedForm.current).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });

  it('is not written when nothing was typed', async () => {
    await keepTypedForm();
    expect(sessionStorage).toHaveLength(0);
    expect(location.hash).toBe('');
  });
});
