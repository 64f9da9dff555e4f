import type { ProductKey } from '../index.ts';
import { carWording } from './car.ts';
import { homeWording } from './home.ts';
import { travelWording } from './travel.ts';
import type { Wording } from './wording.ts';

/** The current wording of each product. */
export const WORDINGS: Readonly<Record<ProductKey, Wording>> = {
  home: homeWording,
  car: carWording,
  travel: travelWording,
};

/**
 * Every text that was ever part of a policy, the current ones included: one that changes stays here under its version,
 * for the policies that were bought with it.
 */
const PUBLISHED: readonly Wording[] = Object.values(WORDINGS);

/** The wording of a policy by its version; null for one that was never published. */
export function wordingOf(version: string): Wording | null {
  return PUBLISHED.find((wording) => wording.version === version) ?? null;
}
