import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { detailsProof, isCommitted } from '#domain/registry/details-proof.ts';
import { fakeApi } from '#web/test/fake-api.ts';
import { mount } from '#web/test/mount.tsx';
import { sampleProof } from '#web/test/sample-proof.ts';
import { ShareProof } from './share-proof.tsx';

const whole = sampleProof();
const FIELDS = 'GET /insurance/policy/1/proof';
const LINKS = 'GET /insurance/policy/1/shares';
const CREATE = 'POST /insurance/policy/1/shares';
const share = (n: number, fields: string[]) => ({
  id: `0x${String(n).repeat(64)}`,
  token: `token-of-22-letters-${n}x`,
  fields,
  created_at: '2026-11-26T08:00:00.000Z',
  expires_at: '2026-12-26T08:00:00.000Z',
});
const bank = share(1, ['house_address', 'coverage_usd']);

const show = () => mount(<ShareProof policy={{ id: 1, policy_number: 'POL-001', policy_type: 'home' }} />);
async function open(answers: Parameters<typeof fakeApi>[0] = {}) {
  const calls = fakeApi({ [LINKS]: { data: [] }, [FIELDS]: { data: whole }, ...answers });
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Share a proof…' }));
  await screen.findAllByRole('checkbox');
  return calls;
}
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const boxes = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .map((each) => `${each.checked ? 'x' : ' '} ${each.closest('label')?.textContent}`);

describe('sharing a proof', () => {
  it('the dialog offers no passport, phone, email or price, and private fields are off at first', async () => {
    await open();
    expect(boxes()).toEqual([
      'x Insurance: Home Insurance',
      'x First day of the term: November 21, 2026',
      'x Cover: $500,000',
      'x Deductible: $2,500',
      'x House type: Townhouse',
      'x Year built: 1998',
      '  Address (private): 12 Quay Street, Bristol',
      '  Owner (private): Ada Lovelace',
      'x Wording: home-2',
    ]);
  });

  it('whom it is for decides about name and address, and a choice of one’s own is nobody’s', async () => {
    await open();
    const reader = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
    expect(reader('Someone else').checked).toBe(true);
    fireEvent.click(reader('A landlord or lender'));
    expect([box(/^Address/).checked, box(/^Owner/).checked, box(/^Deductible/).checked]).toEqual([
      true,
      true,
      true,
    ]);
    fireEvent.click(box(/^Deductible/));
    expect([reader('A landlord or lender').checked, reader('Someone else').checked]).toEqual([false, false]);
    fireEvent.click(reader('Someone else'));
    expect([box(/^Address/).checked, box(/^Owner/).checked, box(/^Deductible/).checked]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('a link is made for exactly the chosen fields and days, and can be copied', async () => {
    const written: string[] = [];
    vi.stubGlobal('navigator', {
      ...navigator,
      onLine: true,
      clipboard: { writeText: async (text: string) => written.push(text) },
    });
    const calls = await open({ [CREATE]: { status: 201, data: bank } });
    for (const name of [/^Insurance/, /^First/, /^Deductible/, /^House/, /^Year/, /^Wording/, /^Address/])
      fireEvent.click(box(name));
    fireEvent.click(screen.getByRole('button', { name: 'Create link' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Copy link' }));
    const sent = calls.find(({ method }) => method === 'POST');
    expect(sent?.body).toEqual({ fields: ['coverage_usd', 'house_address'], days: 30 });
    await waitFor(() => expect(written).toEqual([`${location.origin}/proof/token-of-22-letters-1x`]));
    expect(screen.getByText(/^Your link works until/).textContent).toMatch(/ until December 26, 2026\. /);
  });

  it('the file has exactly the chosen fields, each of which proves itself', async () => {
    await open();
    fireEvent.click(box(/^Address/));
    let saved: Blob | undefined;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved = blob as Blob;
      return 'blob:x';
    });
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    fireEvent.click(screen.getByRole('button', { name: 'Download as a file' }));
    expect(names).toEqual(['mooring-POL-001-proof.json']);
    const text = (await saved?.text()) ?? '';
    const proof = detailsProof.parse(JSON.parse(text));
    expect(proof.fields.map(({ name }) => name)).toEqual([
      'insurance_type',
      'policy_start_date',
      'coverage_usd',
      'deductible_usd',
      'house_type',
      'year_built',
      'house_address',
      'wording',
    ]);
    expect(proof.fields.every((field) => isCommitted(proof, field))).toBe(true);
    const hidden = whole.fields.filter(({ name }) => /^property_owner|premium|price/.test(name));
    expect(hidden).toHaveLength(5);
    for (const { salt } of hidden) expect(text).not.toContain(salt);
    for (const secret of ['Ada', '+44', 'ada@example.com']) expect(text).not.toContain(secret);
  });

  it('nothing can be shared without a field', async () => {
    await open();
    for (const each of screen.getAllByRole<HTMLInputElement>('checkbox'))
      if (each.checked) fireEvent.click(each);
    expect(screen.getByText(/^Choose at least one field\./)).toBeDefined();
    for (const name of ['Create link', 'Download as a file'])
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
  });

  it('a link that could not be made keeps the choice and says why', async () => {
    await open({ [CREATE]: { status: 409, message: 'A policy has at most 20 open links.' } });
    fireEvent.click(box(/^Address/));
    fireEvent.click(screen.getByRole('button', { name: 'Create link' }));
    expect(await screen.findByText('A policy has at most 20 open links.')).toBeDefined();
    expect(box(/^Address/).checked).toBe(true);
  });

  it('fields that cannot be loaded say so, and can be tried again', async () => {
    fakeApi({ [LINKS]: { data: [] }, [FIELDS]: { status: 500, message: 'Broken.' } });
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Share a proof…' }));
    expect(await screen.findByText('The fields could not be loaded')).toBeDefined();
    fakeApi({ [LINKS]: { data: [] }, [FIELDS]: { data: whole } });
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findAllByRole('checkbox')).toHaveLength(9);
  });
});

describe('open links', () => {
  it('are listed with what they show, and one is gone once it is revoked', async () => {
    const visa = share(2, ['insurance_type', 'wording']);
    const calls = fakeApi({
      [LINKS]: { data: [visa, bank] },
      [`DELETE /insurance/policy/1/shares/${bank.id}`]: { data: [visa] },
    });
    show();
    const list = await screen.findByRole('list', { name: 'Open links' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Insurance, WordingOpen until December 26, 2026Revoke',
      'Address, CoverOpen until December 26, 2026Revoke',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Revoke the link to Address, Cover' }));
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
    expect(screen.queryByText('Address, Cover')).toBeNull();
  });

  it('a link that could not be revoked stays in the list with the reason', async () => {
    fakeApi({
      [LINKS]: { data: [bank] },
      [`DELETE /insurance/policy/1/shares/${bank.id}`]: { status: 404, message: 'There is no such policy.' },
    });
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke the link to Address, Cover' }));
    expect(await screen.findByText('There is no such policy.')).toBeDefined();
    expect(screen.getByText('Address, Cover')).toBeDefined();
  });
});
