import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Wording } from '#domain/products/forms/form.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { clausesOf, wordingOf } from '#domain/products/forms/published.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import { CoverPicture } from './cover-picture.tsx';

afterEach(cleanup);

const show = (version: string, coverage = 500_000, deductible = 2500) => {
  const wording = wordingOf(version) as Wording;
  const { product } = wording;
  return render(
    <CoverPicture product={product} coverage={coverage} deductible={deductible} wording={wording} />,
  );
};
const parts = () => within(screen.getByRole('list', { name: 'What is covered, part by part' }));
const said = () => screen.getByRole('status').textContent;

describe('the picture of what is covered', () => {
  it.each([
    'home-1',
    'car-1',
    'travel-1',
    'travel-2',
    'home-2',
    'car-2',
    'travel-3',
  ])('%s is there with every row of its wording', (version) => {
    show(version);
    const shown = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    for (const { section, text } of clausesOf(version)) {
      if (section !== 'claim_needs') expect(shown).toContain(text);
    }
  });

  it.each(
    PRODUCT_KEYS,
  )('every part of the %s picture has a place of its own and rows of the wording', (product) => {
    const { wording, parts: named = [] } = FORMS[product];
    const rows = clausesOf(wording.version).map(({ id }) => id);
    for (const part of named) expect(rows).toEqual(expect.arrayContaining([...part.rows]));
    const { container } = show(wording.version);
    expect(parts().getAllByRole('button')).toHaveLength(8);
    const places = [...container.querySelectorAll<HTMLElement>('ul:first-of-type > li[style]')];
    expect(new Set(places.map(({ style, className }) => `${style.top} ${className}`)).size).toBe(8);
    expect(container.querySelectorAll('svg line')).toHaveLength(8);
  });

  it('a part of the picture opens with the policy’s words and amounts, and closes again', () => {
    show('home-2');
    const stay = parts().getByRole('button', { name: /^A place to stay ?: covered$/ });
    expect(said()).toMatch(/^We pay up to \$500,000, in all\. You pay the first \$2,500 of each claim\./);
    fireEvent.click(stay);
    expect(stay.getAttribute('aria-expanded')).toBe('true');
    expect(said()).toBe(
      'Covered: A place to stay while the home cannot be lived in, for up to 90 days.' +
        'Limit: Temporary accommodation is limited to 200 dollars a day.' +
        'We pay up to $500,000, in all. You pay the first $2,500 of each claim.',
    );
    fireEvent.click(parts().getByRole('button', { name: /^Flood, earthquake ?: not covered$/ }));
    expect(said()).toBe('Not covered: Flood, earthquake, war and nuclear events.');
    fireEvent.click(parts().getByRole('button', { name: /^Flood, earthquake ?: not covered$/ }));
    expect(said()).toMatch(/Choose a part of the picture/);
  });

  it('the sums of a trip are for each traveler and without a deductible', () => {
    show('travel-3', 100_000, 0);
    expect(said()).toMatch(
      /^We pay up to \$100,000 for each traveler, in all\. You pay nothing of a claim yourself\./,
    );
  });

  it('an earlier wording has its rows alone, because the parts are about the current one', () => {
    show('travel-1', 100_000, 0);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('Changing your mind.')).toBeDefined();
  });
});
