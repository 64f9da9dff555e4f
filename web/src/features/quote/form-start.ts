import * as z from 'zod';
import type { KnownAnswers } from '../../../../domain/account/profile-schema.ts';
import { dayOf, formatDay } from '../../../../domain/days.ts';
import { formFields, isAsked, isIdentifying } from '../../../../domain/products/forms/facts.ts';
import { FORMS } from '../../../../domain/products/forms/index.ts';
import type { NeedAnswers } from '../../../../domain/products/forms/needs.ts';
import { fieldsFor, spreadTravelers } from '../../../../domain/products/forms/travelers.ts';
import type { ProductKey } from '../../../../domain/products/index.ts';
import { fullChoice, offeredChoice } from '../../../../domain/products/offer.ts';
import type { Choice } from '../../../../domain/products/product.ts';
import type { NoClaims } from '../../../../domain/quote/pricing.ts';
import { choiceOf, type DraftDetailAnswer } from '../../../../domain/quote/schema.ts';
import { defaultTerm, linkedTerm, type Term } from '../../lib/term.ts';
import { readQuote } from '../../state/purchase.ts';
import { KEYS, session } from '../../state/storage.ts';
import { typedForm } from '../../state/typed-form.ts';
import type { FormValues } from './details-form.tsx';
import { emptyForm } from './form-fields.ts';

export interface FormStart {
  values: FormValues;
  term: Term;
  choice: Choice;
  /** Claim-free years behind this thing and start; null without any, or while they are unknown. */
  noClaims: NoClaims | null;
  /** Answers about demands and needs so far. */
  needs: NeedAnswers;
  /** Whether the current wording was already accepted. */
  accepted: boolean;
  /** Whether cover and dates were chosen before, on the landing page or in a draft. */
  chosen: boolean;
}

interface Typed {
  product: ProductKey;
  form: FormStart;
}

/** Keeps an edited form as long as this page is open, for whoever goes back or looks something up. */
export function rememberForm(product: ProductKey, form: FormStart): void {
  typedForm.current = { product, form } satisfies Typed;
}

const keptForm = z.object({
  product: z.string(),
  values: z.record(z.string(), z.string()),
  start: z.string().optional(),
  end: z.string().optional(),
  coverage: z.number().optional(),
  deductible: z.number().optional(),
});

/** Keeps the entered values across a reload of this tab, except identifying ones. */
export function keepForm(product: ProductKey, values: Partial<FormValues>, term: Term, choice: Choice): void {
  const day = (value: number | null) => (value === null ? undefined : formatDay(value));
  const harmless = formFields(product).flatMap((field) => {
    const value = values[field.name];
    return isIdentifying(field) || !value ? [] : [[field.name, value] as const];
  });
  session.write(KEYS.quoteForm, {
    product,
    values: Object.fromEntries(harmless),
    start: day(term.start),
    end: day(term.end),
    ...choice,
  });
}

/** Dates (`YYYY-MM-DD`), cover and deductible that were chosen before. */
export interface Chosen {
  start?: string | undefined;
  end?: string | undefined;
  coverage?: number | undefined;
  deductible?: number | undefined;
}

export interface QuoteLink extends Chosen {
  draft?: string | undefined;
  /** Whether a wallet's app opened the page, where the wallet comes first. */
  connect?: true | undefined;
}

/** Path and query of this quote with its dates and choices, for a wallet's app. Nothing in it says who or what is insured. */
export function pageFor(product: ProductKey, { start, end }: Term, { coverage, deductible }: Choice): string {
  const dates = start === null || end === null ? '' : `start=${formatDay(start)}&end=${formatDay(end)}&`;
  return `/quote/${product}?${dates}coverage=${coverage}&deductible=${deductible}&connect=true`;
}

/** The answers that are known from before, by the form's fields. */
export function answersFor(product: ProductKey, { contact, fields }: KnownAnswers): [string, string][] {
  return formFields(product).flatMap((field) => {
    const value = field.contact ? contact[field.contact] : fields[field.name];
    return value ? [[field.name, value] as [string, string]] : [];
  });
}

/** What was kept of this product's form in this tab. */
function keptOf(product: ProductKey): z.output<typeof keptForm> | null {
  const stored = keptForm.safeParse(session.read(KEYS.quoteForm)).data;
  return stored?.product === product ? stored : null;
}

/** What was typed into this product's form in this page. */
function typedOf(product: ProductKey): FormStart | null {
  const typed = typedForm.current as Typed | null;
  return typed?.product === product ? typed.form : null;
}

/** The draft in the address, or that of the stored quote. Dates in the address start a new form. */
export function draftToOpen(product: ProductKey, { start, draft }: QuoteLink): string | null {
  if (draft !== undefined) return draft;
  if (start !== undefined) return null;
  const stored = readQuote();
  return stored?.details.insuranceTypeKey === product ? stored.draftId : null;
}

/** Whether anything was chosen, typed or saved before for this product's form. */
export function hasBegun(product: ProductKey, link: QuoteLink): boolean {
  const asked = Object.values(link).some((value) => value !== undefined);
  return asked || [keptOf, typedOf].some((of) => of(product) !== null) || draftToOpen(product, link) !== null;
}

/** The form of somebody who comes for the first time. `today` is a UTC day number. */
export const blankForm = (product: ProductKey, today: number): FormStart => ({
  values: emptyForm(product),
  term: defaultTerm(product, today),
  choice: offeredChoice(product, fullChoice(product, {})),
  noClaims: null,
  needs: {},
  accepted: false,
  chosen: false,
});

/** A new form with the values kept in this tab, or what a link has chosen. `now` in milliseconds. */
export function newForm(product: ProductKey, link: Chosen, now: number): FormStart {
  const blank = blankForm(product, dayOf(now));
  const kept = keptOf(product);
  const known = formFields(product).filter((field) => !isIdentifying(field));
  const values = known.flatMap(({ name }) => {
    const value = kept?.values[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const linked = link.start !== undefined;
  const chosen: Chosen = !linked && kept ? kept : link;
  const typed = typedOf(product);
  if (typed && !linked) return typed;
  return {
    ...blank,
    values: { ...blank.values, ...Object.fromEntries(values), ...typed?.values },
    term: linkedTerm(product, chosen, now),
    choice: offeredChoice(product, fullChoice(product, chosen)),
    chosen: linked,
  };
}

export function formOfDraft(product: ProductKey, draft: DraftDetailAnswer, now: number): FormStart {
  const details = spreadTravelers(draft.details);
  const asked = fieldsFor(product, details).filter(isAsked);
  const values = asked.map(({ name }) => [name, String(details[name] ?? '')]);
  const { policy_start_date: start, policy_end_date: end, choices } = draft;
  return {
    values: Object.fromEntries(values),
    term: linkedTerm(product, { start, end }, now),
    choice: offeredChoice(product, choiceOf(product, choices)),
    noClaims: draft.no_claims,
    needs: draft.needs ?? {},
    accepted: draft.wording_accepted_at !== null && draft.wording_version === FORMS[product].wording.version,
    chosen: true,
  };
}
