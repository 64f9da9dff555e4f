import * as z from 'zod';
import { formatDay } from '../../../../domain/days.ts';
import type { Product } from '../../../../domain/quote/products.ts';
import type { DraftDetailAnswer } from '../../../../domain/quote/schema.ts';
import { WORDINGS } from '../../../../domain/quote/wording.ts';
import { linkedTerm, type Term } from '../../lib/term.ts';
import { KEYS, session } from '../../state/storage.ts';
import type { FormValues } from './details-form.tsx';
import { emptyForm, FORM_FIELDS } from './form-fields.ts';

/** What a quote form opens with. */
export interface FormStart {
  values: FormValues;
  term: Term;
  /** Whether this very wording was accepted before. */
  accepted: boolean;
}

const keptForm = z.object({
  product: z.string(),
  values: z.record(z.string(), z.string()),
  start: z.string().optional(),
  end: z.string().optional(),
});

/** Keeps what is entered over a reload of this tab; names, addresses and the like are left out. */
export function keepForm(product: Product, values: Partial<FormValues>, term: Term): void {
  const day = (value: number | null) => (value === null ? undefined : formatDay(value));
  const harmless = FORM_FIELDS[product].flatMap(({ field, identifying }) => {
    const value = values[field];
    return identifying || !value ? [] : [[field, value] as const];
  });
  session.write(KEYS.quoteForm, {
    product,
    values: Object.fromEntries(harmless),
    start: day(term.start),
    end: day(term.end),
  });
}

/** A form that begins: with what this tab kept of it, or with the dates of a link. `now` in milliseconds. */
export function newForm(product: Product, link: { start?: string; end?: string }, now: number): FormStart {
  const stored = keptForm.safeParse(session.read(KEYS.quoteForm)).data;
  const kept = stored?.product === product ? stored : null;
  const known = FORM_FIELDS[product].filter(({ identifying }) => !identifying);
  const values = known.flatMap(({ field }) => {
    const value = kept?.values[field];
    return value === undefined ? [] : [[field, value] as const];
  });
  const dates = link.start === undefined && kept ? { start: kept.start, end: kept.end } : link;
  return {
    values: { ...emptyForm(product), ...Object.fromEntries(values) },
    term: linkedTerm(product, dates, now),
    accepted: false,
  };
}

/** A form that goes on from a draft. */
export function formOfDraft(product: Product, draft: DraftDetailAnswer, now: number): FormStart {
  const values = FORM_FIELDS[product].map(({ field }) => [field, String(draft.details[field] ?? '')]);
  const { policy_start_date: start, policy_end_date: end } = draft;
  return {
    values: Object.fromEntries(values),
    term: linkedTerm(product, { start, end }, now),
    accepted: draft.wording_accepted_at !== null && draft.wording_version === WORDINGS[product].version,
  };
}
