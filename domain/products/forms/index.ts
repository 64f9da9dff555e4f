import type { ProductKey } from '../index.ts';
import { carForm } from './car.ts';
import type { Form, Wording } from './form.ts';
import { homeForm } from './home.ts';
import { travelForm } from './travel.ts';

const forms = { home: homeForm, car: carForm, travel: travelForm };

export type Forms = typeof forms;
export const FORMS: Readonly<Record<ProductKey, Form>> = forms;

/**
 * Every wording that was ever part of a policy, the current ones included. When a wording changes, the old one stays here
 * for the policies that were bought with it.
 */
const PUBLISHED: readonly Wording[] = Object.values(FORMS).map(({ wording }) => wording);

/** The wording of a policy by its version; null for one that was never published. */
export function wordingOf(version: string): Wording | null {
  return PUBLISHED.find((wording) => wording.version === version) ?? null;
}
