import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { detailsProof } from '../../../../domain/registry/details-proof.ts';
import { fakeApi } from '../../../test/fake-api.ts';
import { mount } from '../../../test/mount.tsx';
import { sampleProof } from '../../../test/sample-proof.ts';
import { checkProof, unpackProof } from './proof.ts';
import { proofIn } from './proof-link.ts';
import { ShareProof } from './share-proof.tsx';

const whole = sampleProof();
const PATH = 'GET /insurance/policy/1/proof';

async function open(proof = whole) {
  const calls = fakeApi({ [PATH]: { data: proof } });
  mount(<ShareProof policy={{ id: 1, policy_number: 'POL-001' }} />);
  expect(calls).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Choose fields' }));
  await screen.findAllByRole('checkbox');
}
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const checked = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter((each) => each.checked)
    .map((each) => each.closest('label')?.textContent);

describe('sharing a proof of chosen fields', () => {
  it('the salts are asked for only once the holder chooses, and private fields are off at first', async () => {
    await open();
    expect(checked()).toEqual([
      'Insurance: Home Insurance',
      'First day of the term: 2026-11-21',
      'Premium: $1,200',
      'Cover: $500,000',
      'Deductible: $2,500',
      'Price line 1: One year, $1,200',
      'House type: Townhouse',
      'Year built: 1998',
      'Wording: home-1',
    ]);
    expect(screen.getByText(/^9 of 13 fields chosen\./)).toBeDefined();
    for (const name of [/^Address/, /^Owner/, /^Phone/, /^Email/]) {
      expect(box(name).closest('label')?.textContent).toMatch(/ \(private\): /);
    }
  });

  it('the file has exactly the chosen fields, each of which proves itself', async () => {
    await open();
    fireEvent.click(box(/^Wording/));
    fireEvent.click(box(/^Address/));
    let saved: Blob | undefined;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved = blob as Blob;
      return 'blob:x';
    });
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      expect(this.download).toBe('mooring-POL-001-proof.json');
    });
    fireEvent.click(screen.getByRole('button', { name: 'Download file' }));
    expect(clicked).toHaveBeenCalledTimes(1);
    const text = (await saved?.text()) ?? '';
    const proof = detailsProof.parse(JSON.parse(text));
    expect(proof.fields.map(({ name }) => name)).toEqual([
      'insurance_type',
      'policy_start_date',
      'premium_usd',
      'coverage_usd',
      'deductible_usd',
      'price.0',
      'house_type',
      'year_built',
      'house_address',
    ]);
    expect(checkProof(proof).every(({ proven }) => proven)).toBe(true);
    const hidden = whole.fields.filter(({ name }) => /^property_owner|wording/.test(name));
    expect(hidden).toHaveLength(4);
    for (const { salt } of hidden) expect(text).not.toContain(salt);
    for (const secret of ['Ada', '+44', 'ada@example.com']) expect(text).not.toContain(secret);
  });

  it('the link carries the chosen fields in its fragment, and the block where there is no registry', async () => {
    const proof = sampleProof({ chainId: `0x${'45'.repeat(32)}`, block: 4711 });
    const written: string[] = [];
    vi.stubGlobal('navigator', {
      ...navigator,
      clipboard: { writeText: async (text: string) => written.push(text) },
    });
    await open(proof);
    const others = [
      /^Insurance/,
      /^First/,
      /^Premium/,
      /^Cover/,
      /^Deductible/,
      /^Price/,
      /^House/,
      /^Wording/,
    ];
    for (const name of others) fireEvent.click(box(name));
    fireEvent.click(await screen.findByRole('button', { name: 'Copy link' }));
    await waitFor(() => expect(written).toHaveLength(1));
    const [link = ''] = written;
    const url = new URL(link);
    expect([url.pathname, url.search]).toEqual([`/verify/${proof.quote_id}`, '?block=4711']);
    const shared = await unpackProof(proofIn(url.hash) ?? '');
    expect(shared.fields.map(({ name, value }) => [name, value])).toEqual([['year_built', 1998]]);
  });

  it('nothing can be shared without a field', async () => {
    await open();
    for (const each of screen.getAllByRole<HTMLInputElement>('checkbox'))
      if (each.checked) fireEvent.click(each);
    expect(screen.getByText(/^Choose at least one field\./)).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Download file' }).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
  });

  it('fields that cannot be loaded say so, and can be tried again', async () => {
    fakeApi({ [PATH]: { status: 500, message: 'Broken.' } });
    mount(<ShareProof policy={{ id: 1, policy_number: 'POL-001' }} />);
    fireEvent.click(screen.getByRole('button', { name: 'Choose fields' }));
    expect(await screen.findByText('The fields could not be loaded')).toBeDefined();
    fakeApi({ [PATH]: { data: whole } });
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect((await screen.findAllByRole('checkbox')).length).toBe(13);
  });
});
