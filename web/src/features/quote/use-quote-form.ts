import { zodResolver } from '@hookform/resolvers/zod';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import type { KnownAnswers } from '#domain/account/answers-api.ts';
import { formatDay } from '#domain/days.ts';
import { DETAILS } from '#domain/products/forms/details.ts';
import { contactOf, isSameThing } from '#domain/products/forms/facts.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import {
  childrenIn,
  fieldsFor,
  listTravelers,
  spreadPath,
  spreadTravelers,
  travelersIn,
} from '#domain/products/forms/travelers.ts';
import type { ProductKey } from '#domain/products/index.ts';
import * as quoteApi from '#domain/quote/api.ts';
import { coverProblem, draftRequest } from '#domain/quote/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { issuesOf, messageOf } from '#web/lib/api/errors.ts';
import { reach } from '#web/lib/beacon.ts';
import { keepEmail } from '#web/lib/kept/email.ts';
import { useKeptForm } from '#web/lib/kept/use-kept-form.ts';
import { type QuoteToStore, quoteToStore } from '#web/lib/quote-to-store.ts';
import { checkTerm, defaultTerm } from '#web/lib/term.ts';
import { useToday } from '#web/lib/today.ts';
import { connectDialog } from '#web/state/connect-dialog.ts';
import type { FormOutput, FormValues } from '#web/ui/details-form.tsx';
import { toast } from '#web/ui/toast.ts';
import { answersFor, type FormStart, forgetForm, pageFor, rememberForm } from './form-start.ts';

/** The API's schema for a form in which each traveler's fields have names of their own. */
const formSchema = (product: ProductKey): z.ZodType<FormOutput, FormValues> =>
  z.record(z.string(), z.string()).transform((values, ctx) => {
    const { success, data, error } = DETAILS[product].safeParse(listTravelers(values));
    if (success) return spreadTravelers(data);
    for (const issue of error.issues) {
      ctx.issues.push({
        code: 'custom',
        message: issue.message,
        path: [...spreadPath(issue.path)],
        input: values,
      });
    }
    return z.NEVER;
  });

export interface Visitor {
  connected: boolean;
  signedIn: boolean;
  /**
   * Connects a wallet if there is none, and asks it for its free signature. False if the visitor did not connect. Throws the
   * wallet's error.
   */
  signIn: () => Promise<boolean>;
}

export interface QuoteFormProps extends Visitor {
  product: ProductKey;
  first: FormStart;
  /** The saved draft that it continues, if any. */
  draft: string | null;
  /** What the customer told us before; undefined while unknown. */
  known: KnownAnswers | undefined;
  /** The way out of the form, for a phone. */
  leave: { label: string; go: () => void };
  /** Keeps what was saved as the quote to pay for. */
  onSaved: (quote: QuoteToStore) => Promise<void>;
  /** With the first change to a form that continues no draft. */
  onEdit: (() => void) | undefined;
}

const INCOMPLETE = 'Please fill in all required fields and calculate a quote first';

/** What a quote form holds, what it still lacks, and how it becomes a quote. */
export function useQuoteForm(props: QuoteFormProps) {
  const { product, draft, known, signedIn, signIn, onSaved, onEdit } = props;
  const [first] = useState(props.first);
  const navigate = useNavigate();
  const today = useToday(true);
  const schema = useMemo(() => formSchema(product), [product]);
  const form = useKeptForm<FormValues, unknown, FormOutput>({
    // Kept below, with the choices.
    keep: null,
    resolver: zodResolver(schema),
    defaultValues: first.values,
    mode: 'onTouched',
    // The first invalid field may be a date or a question, which are not the form's own.
    shouldFocusError: false,
  });
  const [term, setTerm] = useState(first.term);
  // Whoever has chosen no dates gets those of today, also past midnight.
  const isPast = term.start !== null && term.start < today;
  if (isPast && term === first.term && !first.chosen) setTerm(defaultTerm(product, today));
  const [choice, setChoice] = useState(first.choice);
  const [needs, setNeeds] = useState(first.needs);
  const [accepted, setAccepted] = useState(first.accepted);
  const [people, setPeople] = useState(travelersIn(first.values));
  const [refusals, setRefusals] = useState(0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { getValues, setValue, control } = form;
  useWatch({ control });
  const values = getValues();
  // Every change renders the form again. This tells whether its values changed.
  const text = JSON.stringify(values);

  const same = term.start === first.term.start && isSameThing(product, values, first.values);
  const noClaims = same ? first.noClaims : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` stands for the values.
  const children = useMemo(
    () => childrenIn(product, getValues(), term.start ?? today),
    [product, term.start, today, people, text],
  );
  const check = checkTerm(product, choice, term, today, noClaims, children);
  const coverError = coverProblem(product, choice, people);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` stands for the values.
  const wrong = useMemo(
    () => new Set(schema.safeParse(getValues()).error?.issues.map(({ path }) => String(path[0]))),
    [schema, text],
  );
  const unanswered = FORMS[product].needs.filter(({ id }) => needs[id] === undefined).length;
  const wrongCover = (check.price === null ? 1 : 0) + (coverError === null ? 0 : 1);
  /** How many answers are missing or wrong. */
  const left = wrong.size + wrongCover + unanswered + (accepted ? 0 : 1);

  useEffect(() => {
    // What was typed meanwhile stays.
    const empty = known ? answersFor(product, known).filter(([name]) => !getValues(name)) : [];
    for (const [name, value] of empty) setValue(name, value, { shouldValidate: true });
  }, [known, product, getValues, setValue]);
  const initial = useRef(text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` stands for the values.
  useEffect(() => {
    const start = { values: getValues(), term, choice, noClaims, needs, accepted, chosen: true };
    const edited = text !== initial.current || term !== first.term || choice !== first.choice;
    if (!edited && needs === first.needs && accepted === first.accepted) return;
    rememberForm(product, draft, start);
    onEdit?.();
  }, [product, draft, text, term, choice, needs, accepted, onEdit, first]);
  useEffect(() => {
    connectDialog.here = pageFor(product, term, choice);
    return () => {
      connectDialog.here = null;
    };
  }, [product, term, choice]);
  const complete = left === 0;
  useEffect(() => {
    if (complete) reach('form_complete');
  }, [complete]);

  async function save(output: FormOutput): Promise<void> {
    const { start, end } = term;
    if (check.price === null || start === null || end === null || !complete) return refuse();
    setBusy(true);
    setFailure(null);
    try {
      if (!signedIn && !(await signIn())) return;
      const body = draftRequest.parse({
        insurance_type: product,
        details: listTravelers(output),
        choices: { coverage_usd: choice.coverage, deductible_usd: choice.deductible },
        needs,
        policy_start_date: formatDay(start),
        policy_end_date: formatDay(end),
        wording_version: FORMS[product].wording.version,
      });
      // Stored encrypted, for 24 hours; the browser keeps only the id.
      const { draft_id: draftId } = await api.ask(quoteApi.createDraft, { body });
      keepEmail(draftId, contactOf(product, output, 'email'));
      await onSaved(
        quoteToStore({
          id: Date.now(),
          product,
          term: { start: formatDay(start), end: formatDay(end) },
          price: check.price,
          children,
          values: output,
          draftId,
        }),
      );
      forgetForm();
      toast.success('Quote saved! Proceeding to payment...');
      // Going back opens the draft just saved, not the one previously in the address.
      await navigate({ to: '/quote/$type', params: { type: product }, replace: true });
      await navigate({ to: '/payment' });
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  }

  /** What the server says of a field is shown there, anything else next to the button. */
  function showFailure(error: unknown): void {
    const fields = fieldsFor(product, getValues()).map(({ name }) => name);
    let placed = false;
    for (const { path, message } of issuesOf(error)) {
      const [field] = spreadPath(path.replace(/^details\./, '').split('.'));
      if (!fields.includes(String(field))) continue;
      form.setError(String(field), { message });
      placed = true;
    }
    if (placed) setRefusals((count) => count + 1);
    else setFailure(messageOf(error));
  }

  /** Says what is missing, where it is missing. */
  function refuse(): void {
    setRefusals((count) => count + 1);
    if (left > 1 || accepted) toast.error(INCOMPLETE);
  }
  return {
    form,
    today,
    term,
    setTerm,
    choice,
    setChoice,
    needs,
    setNeeds,
    accepted,
    setAccepted,
    people,
    setPeople,
    /** Whether cover and dates were chosen before the form was opened. */
    chosen: first.chosen,
    noClaims,
    check,
    coverError,
    wrong,
    unanswered,
    left,
    busy,
    refusals,
    failure,
    submit: form.handleSubmit(save, refuse),
  };
}

export type QuoteState = ReturnType<typeof useQuoteForm>;
