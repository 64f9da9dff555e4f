import * as z from 'zod';
import type { KnownAnswers } from '#domain/account/answers-api.ts';
import { dayOf, formatDay } from '#domain/days.ts';
import { formFields, isAsked } from '#domain/products/forms/facts.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import type { NeedAnswers } from '#domain/products/forms/needs.ts';
import { fieldsFor, spreadTravelers } from '#domain/products/forms/travelers.ts';
import { PRODUCT_KEYS, type ProductKey } from '#domain/products/index.ts';
import { fullChoice, offeredChoice } from '#domain/products/offer.ts';
import type { Choice } from '#domain/products/product.ts';
import type { NoClaims } from '#domain/quote/pricing.ts';
import { choiceOf, type DraftDetailAnswer } from '#domain/quote/schema.ts';
import { keep, readKept } from '#web/lib/kept/kept.ts';
import { defaultTerm, linkedTerm, type Term } from '#web/lib/term.ts';
import { KEYS, local } from '#web/state/storage.ts';
import type { FormValues } from '#web/ui/details-form.tsx';

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

const KEY = 'mine/quote';

const typedForm = z.object({
  product: z.string(),
  /** The saved draft that it changes, if any. */
  draft: z.string().nullable(),
  /** The wording that was accepted, if any. */
  wording: z.string().nullable(),
  form: z.object({
    values: z.record(z.string(), z.string()),
    term: z.object({ start: z.number().nullable(), end: z.number().nullable() }),
    choice: z.object({ coverage: z.number(), deductible: z.number() }),
    noClaims: z.custom<NoClaims>().nullable(),
    needs: z.custom<NeedAnswers>(),
  }),
});

/** Keeps an edited form until it is saved. */
export function rememberForm(product: ProductKey, draft: string | null, form: FormStart): void {
  const wording = form.accepted ? FORMS[product].wording.version : null;
  void keep(KEY, { product, draft, wording, form } satisfies z.input<typeof typedForm>);
}

export const forgetForm = () => void keep(KEY, null);

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

/** What was typed into this product's form, now or on an earlier day. `now` in milliseconds. */
function typedOf(product: ProductKey, now: number): (FormStart & { draft: string | null }) | null {
  const typed = typedForm.safeParse(readKept(KEY)).data;
  if (typed?.product !== product) return null;
  const { draft, wording, form } = typed;
  const isPast = form.term.start !== null && form.term.start < dayOf(now);
  return {
    ...form,
    values: { ...emptyForm(product), ...form.values },
    term: isPast ? defaultTerm(product, dayOf(now)) : form.term,
    choice: offeredChoice(product, form.choice),
    accepted: wording === FORMS[product].wording.version,
    chosen: true,
    draft,
  };
}

/** Whether somebody has changed this draft's form, or begun a new one, and not saved it. */
export const isChanged = (product: ProductKey, draft: string): boolean =>
  typedOf(product, Date.now())?.draft === draft;

const openQuote = z.object({
  draftId: z.string(),
  details: z.object({ insuranceTypeKey: z.enum(PRODUCT_KEYS) }),
});

/** The draft in the address, or that of the quote that was opened last. Dates in the address start a new form. */
export function draftToOpen(product: ProductKey, { start, draft }: QuoteLink): string | null {
  if (draft !== undefined) return draft;
  if (start !== undefined) return null;
  const open = openQuote.safeParse(local.read(KEYS.quoteData)).data;
  return open?.details.insuranceTypeKey === product ? open.draftId : null;
}

/** Whether anything was chosen, typed or saved before for this product's form. */
export function hasBegun(product: ProductKey, link: QuoteLink): boolean {
  const asked = Object.values(link).some((value) => value !== undefined);
  return asked || typedOf(product, Date.now()) !== null || draftToOpen(product, link) !== null;
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

/** A form with what was typed before, or what a link has chosen. `now` in milliseconds. */
export function newForm(product: ProductKey, link: Chosen, now: number): FormStart {
  const blank = blankForm(product, dayOf(now));
  const linked = link.start !== undefined;
  const term = linkedTerm(product, link, now);
  const choice = offeredChoice(product, fullChoice(product, link));
  const typed = typedOf(product, now);
  const isSame = JSON.stringify([typed?.term, typed?.choice]) === JSON.stringify([term, choice]);
  if (typed && (!linked || isSame)) return typed;
  return { ...blank, values: { ...blank.values, ...typed?.values }, term, choice, chosen: linked };
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

export function emptyForm(product: ProductKey): Record<string, string> {
  return Object.fromEntries(formFields(product).map(({ name }) => [name, '']));
}
