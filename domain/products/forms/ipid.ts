import { levels } from '#domain/products/choice.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { listed } from '#domain/products/offer.ts';
import { CANCELLATION_CAUSE, HOW_TO_WITHDRAW, type Wording } from './form.ts';
import { FORMS } from './index.ts';

/** How each item of a section is marked (Implementing Regulation (EU) 2017/1469, article 6). */
export type IpidMark = 'green_tick' | 'red_cross' | 'orange_exclamation' | 'blue_tick' | null;
/** What a section is headed by (article 7); the first has none. */
export type IpidIcon =
  | 'umbrella'
  | 'cross'
  | 'exclamation'
  | 'globe'
  | 'handshake'
  | 'coins'
  | 'hourglass'
  | 'hand'
  | null;

export interface IpidSection {
  heading: string;
  icon: IpidIcon;
  mark: IpidMark;
  items: readonly string[];
}

/**
 * The sections of a wording's insurance product information document, in the order of Implementing Regulation (EU)
 * 2017/1469, article 4(4).
 * @param claimYears how long after the end of cover claims are accepted
 */
export function ipidSections(wording: Wording, claimYears: number): readonly IpidSection[] {
  const { product } = wording;
  const { minDays, maxDays, trip } = PRODUCTS[product];
  const each = trip ? ' for each traveler' : '';
  const early = wording.caps?.[CANCELLATION_CAUSE] !== undefined;
  const { about, where } = FORMS[product];
  const deductibles = levels(product, 'deductible');
  return [
    { heading: 'What is this type of insurance?', icon: null, mark: null, items: [about] },
    {
      heading: 'What is insured?',
      icon: 'umbrella',
      mark: 'green_tick',
      items: [
        ...wording.covered,
        `Sum insured${each}: ${listed(levels(product, 'coverage'))}, as you choose.`,
      ],
    },
    { heading: 'What is not insured?', icon: 'cross', mark: 'red_cross', items: wording.notCovered },
    {
      heading: 'Are there any restrictions on cover?',
      icon: 'exclamation',
      mark: 'orange_exclamation',
      items: [
        ...wording.limits,
        ...(deductibles.length > 1 ? [`Deductible: ${listed(deductibles)}, as you choose.`] : []),
      ],
    },
    { heading: 'Where am I covered?', icon: 'globe', mark: 'blue_tick', items: [where] },
    {
      heading: 'What are my obligations?',
      icon: 'handshake',
      mark: null,
      items: [
        'At the start: what you tell us for the quote must be true and complete.',
        'During the term: keep your email address and phone number up to date, and keep access to your wallet.',
        `For a claim: report it at the latest ${claimYears === 1 ? 'a year' : `${claimYears} years`} after the end of cover, with the following.`,
        ...wording.claimNeeds,
      ],
    },
    {
      heading: 'When and how do I pay?',
      icon: 'coins',
      mark: null,
      items: [
        'Once, for the whole term, from your wallet, in one of the currencies that the payment page offers.',
        'The network fee for your transaction comes on top and does not go to us.',
      ],
    },
    {
      heading: 'When does the cover start and end?',
      icon: 'hourglass',
      mark: null,
      items: early
        ? [
            `You choose a trip of ${minDays} to ${maxDays} days.`,
            'Cancellation is covered from your payment until departure.',
            'All other cover starts on the first day of the trip at 00:00 UTC, or with your payment if that is later.',
            'It ends on the last day at 24:00 UTC. A trip is not renewed.',
          ]
        : [
            `You choose a term of ${minDays} to ${maxDays} days.`,
            'Cover starts on the first day at 00:00 UTC, or with your payment if that is later.',
            'It ends on the last day at 24:00 UTC, and is never renewed without you.',
          ],
    },
    {
      heading: 'How do I cancel the contract?',
      icon: 'hand',
      mark: null,
      items: [...wording.cancellation, 'You cancel on the page of your policy.', HOW_TO_WITHDRAW],
    },
  ];
}
