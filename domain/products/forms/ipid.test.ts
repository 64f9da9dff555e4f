import { expect, test } from 'vitest';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import type { Wording } from './form.ts';
import { FORMS } from './index.ts';
import { ipidSections } from './ipid.ts';
import { wordingOf } from './published.ts';

test.each(
  PRODUCT_KEYS,
)('the product information document of %s has the nine headings of the regulation in order', (product) => {
  const sections = ipidSections(FORMS[product].wording, 1);
  expect(sections.map(({ heading, icon, mark }) => [heading, icon, mark])).toEqual([
    ['What is this type of insurance?', null, null],
    ['What is insured?', 'umbrella', 'green_tick'],
    ['What is not insured?', 'cross', 'red_cross'],
    ['Are there any restrictions on cover?', 'exclamation', 'orange_exclamation'],
    ['Where am I covered?', 'globe', 'blue_tick'],
    ['What are my obligations?', 'handshake', null],
    ['When and how do I pay?', 'coins', null],
    ['When does the cover start and end?', 'hourglass', null],
    ['How do I cancel the contract?', 'hand', null],
  ]);
  for (const { items } of sections) expect(items.every((item) => item.length > 10)).toBe(true);
});

test('the document of a home says what the wording says, and which sums can be chosen', () => {
  const text = ipidSections(FORMS.home.wording, 1).flatMap(({ items }) => items);
  for (const line of [
    'Burglary and vandalism, with the damage done while breaking in.',
    'Sum insured: $200,000, $350,000 or $500,000, as you choose.',
    'Flood, earthquake, war and nuclear events.',
    'Temporary accommodation is limited to 200 dollars a day.',
    'Deductible: $1,000, $2,500 or $5,000, as you choose.',
    'For a claim: report it at the latest a year after the end of cover, with the following.',
    'Photographs of the damage, and a police report for burglary or vandalism.',
    'If you cancel, you stay covered until the refund has been paid on chain.',
    'You withdraw on the page of your policy, or without your wallet on the withdrawal page, with policy number and email address alone.',
  ]) {
    expect(text).toContain(line);
  }
  expect(ipidSections(FORMS.travel.wording, 2)[5]?.items[2]).toBe(
    'For a claim: report it at the latest 2 years after the end of cover, with the following.',
  );
});

test('the document of a trip says what is covered before departure, and for whom', () => {
  const text = ipidSections(FORMS.travel.wording, 1).flatMap(({ items }) => items);
  for (const line of [
    'Sum insured for each traveler: $100,000, $250,000 or $1,000,000, as you choose.',
    'Cancellation is covered from your payment until departure.',
    'It ends on the last day at 24:00 UTC. A trip is not renewed.',
  ]) {
    expect(text).toContain(line);
  }
  const earlier = ipidSections(wordingOf('travel-1') as Wording, 1)[7]?.items;
  expect(earlier).toContain(
    'Cover starts on the first day at 00:00 UTC, or with your payment if that is later.',
  );
});
