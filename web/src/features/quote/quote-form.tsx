import { zodResolver } from '@hookform/resolvers/zod';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { KnownAnswers } from '../../../../domain/account/profile-schema.ts';
import { dayOf, formatDay } from '../../../../domain/days.ts';
import { coverStartText } from '../../../../domain/policy/cover-dates.ts';
import { contactOf, formFields, isSameThing } from '../../../../domain/products/forms/facts.ts';
import { FORMS } from '../../../../domain/products/forms/index.ts';
import { areNeedsAnswered } from '../../../../domain/products/forms/needs.ts';
import {
  childrenIn,
  fieldsFor,
  listTravelers,
  spreadPath,
  travelersIn,
} from '../../../../domain/products/forms/travelers.ts';
import { PRODUCTS, type ProductKey } from '../../../../domain/products/index.ts';
import { coverProblem, type DraftRequest, draftRequest } from '../../../../domain/quote/schema.ts';
import { issuesOf, messageOf } from '../../lib/api/errors.ts';
import { reach } from '../../lib/beacon.ts';
import { handOverEmail } from '../../lib/handover.ts';
import { checkTerm, type Term } from '../../lib/term.ts';
import { connectDialog } from '../../state/connect-dialog.ts';
import { writeQuote } from '../../state/purchase.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceFields } from '../../ui/choice-fields.tsx';
import { Section } from '../../ui/section.tsx';
import { TermFields } from '../../ui/term-fields.tsx';
import { toast } from '../../ui/toast.ts';
import { CoverCard } from './cover-card.tsx';
import { DetailsForm, type FormOutput, type FormValues } from './details-form.tsx';
import { formSchema } from './form-schema.ts';
import { answersFor, type FormStart, keepForm, pageFor } from './form-start.ts';
import { NeedsCard } from './needs-card.tsx';
import { PriceCard } from './price-card.tsx';
import { saveDraft } from './queries.ts';
import { quoteToStore } from './terms.ts';
import { birthDates, TravelersForm } from './travelers-form.tsx';
import { UnderwritingNotice } from './underwriting-notice.tsx';

export interface Visitor {
  connected: boolean;
  signedIn: boolean;
  /**
   * Connects a wallet if there is none, and asks it for its free signature. False if the visitor did not connect. Throws the
   * wallet's error.
   */
  signIn: () => Promise<boolean>;
}

interface QuoteFormProps extends Visitor {
  product: ProductKey;
  first: FormStart;
  /** What the customer told us before; undefined while unknown. */
  known: KnownAnswers | undefined;
  /** With the first change to a form that continues no draft. */
  onEdit: (() => void) | undefined;
}

const INCOMPLETE = 'Please fill in all required fields and calculate a quote first';

/** When cover begins, in a sentence. */
function begins(product: ProductKey, start: number | null, today: number): string {
  const dates = { coverStart: formatDay(today), start: formatDay(start ?? today) };
  const early = PRODUCTS[product].trip ? coverStartText(dates, today * 86_400_000) : null;
  return early === null
    ? 'Cover begins on the start day, or the moment you pay if that is later.'
    : `${early}.`;
}

export function QuoteForm(props: QuoteFormProps) {
  const { product, first, known, connected, signedIn, signIn, onEdit } = props;
  const navigate = useNavigate();
  const today = dayOf(Date.now());
  const form = useForm<FormValues, unknown, FormOutput>({
    resolver: zodResolver(formSchema(product)),
    defaultValues: first.values,
    mode: 'onTouched',
  });
  const { isValid } = form.formState;
  const [term, setTerm] = useState<Term>(first.term);
  const [choice, setChoice] = useState(first.choice);
  const [needs, setNeeds] = useState(first.needs);
  const [accepted, setAccepted] = useState(first.accepted);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const pricedTerm = useDeferredValue(term);
  useWatch({ control: form.control, name: [...FORMS[product].thing] });
  const same = pricedTerm.start === first.term.start && isSameThing(product, form.getValues(), first.values);
  const noClaims = same ? first.noClaims : null;
  const [people, setPeople] = useState(travelersIn(first.values));
  const born = useWatch({ control: form.control, name: birthDates(people) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values behind it are those that are watched.
  const children = useMemo(
    () => childrenIn(product, form.getValues(), pricedTerm.start ?? today),
    [product, pricedTerm.start, today, people, born.join()],
  );
  const check = useMemo(
    () => checkTerm(product, choice, pricedTerm, today, noClaims, children),
    [product, choice, pricedTerm, today, noClaims, children],
  );
  const coverError = coverProblem(product, choice, people);
  const calculating = pricedTerm !== term;
  const { getValues, setValue, subscribe } = form;
  useEffect(() => {
    // What was typed meanwhile stays.
    const empty = known ? answersFor(product, known).filter(([name]) => !getValues(name)) : [];
    for (const [name, value] of empty) setValue(name, value, { shouldValidate: true });
  }, [known, product, getValues, setValue]);
  useEffect(() => {
    // What a visitor types stays in this page's memory.
    if (connected) keepForm(product, getValues(), term, choice);
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        onEdit?.();
        if (connected) keepForm(product, values, term, choice);
      },
    });
  }, [product, getValues, subscribe, term, choice, connected, onEdit]);
  useEffect(() => {
    connectDialog.here = pageFor(product, term, choice);
    return () => {
      connectDialog.here = null;
    };
  }, [product, term, choice]);
  const answered = areNeedsAnswered(product, needs);
  const complete =
    isValid && check.price !== null && coverError === null && answered && accepted && !calculating;
  useEffect(() => {
    if (complete) reach('form_complete');
  }, [complete]);

  async function save(values: FormOutput): Promise<void> {
    const { start, end } = term;
    if (check.price === null || start === null || end === null) return refuse();
    if (coverError !== null || !answered || !accepted) return refuse();
    setBusy(true);
    try {
      if (!signedIn && !(await signIn())) return;
      const request: DraftRequest = draftRequest.parse({
        insurance_type: product,
        details: listTravelers(values),
        choices: { coverage_usd: choice.coverage, deductible_usd: choice.deductible },
        needs,
        policy_start_date: formatDay(start),
        policy_end_date: formatDay(end),
        wording_version: FORMS[product].wording.version,
      });
      const draftId = await saveDraft(request);
      handOverEmail(draftId, contactOf(product, values, 'email'));
      writeQuote(
        quoteToStore({
          product,
          term: { start, end },
          price: check.price,
          children,
          values,
          draftId,
          now: Date.now(),
        }),
      );
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

  function showFailure(error: unknown): void {
    for (const { path, message } of issuesOf(error)) {
      const [field] = spreadPath(path.replace(/^details\./, '').split('.'));
      if (fieldsFor(product, form.getValues()).some(({ name }) => name === field)) {
        form.setError(String(field), { message });
      }
    }
    toast.error(messageOf(error));
  }

  function refuse(): void {
    setTried(true);
    toast.error(INCOMPLETE);
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit(save, refuse)(event)}
      className="mt-8 grid items-start gap-6 lg:grid-cols-[1fr_22rem]"
    >
      <div className="flex min-w-0 flex-col gap-6">
        <Section title="Details">
          <DetailsForm fields={formFields(product)} form={form} />
        </Section>
        {PRODUCTS[product].trip && (
          <Section title="Who comes along">
            <TravelersForm product={product} form={form} people={people} onPeople={setPeople} />
          </Section>
        )}
        {PRODUCTS[product].tariff.length > 1 && (
          <Section title="Coverage">
            <div className="flex flex-col gap-5">
              <ChoiceFields product={product} choice={choice} onChange={setChoice} />
            </div>
            {coverError && (
              <p role="alert" className="mt-4 text-sm text-coral">
                {coverError}
              </p>
            )}
          </Section>
        )}
        <Section title="Coverage period">
          <TermFields product={product} term={term} check={check} today={today} onChange={setTerm} />
          <p className="mt-4 text-sm text-muted">
            Days are counted in UTC. {begins(product, term.start, today)}
          </p>
        </Section>
        <NeedsCard
          product={product}
          answers={needs}
          onAnswer={setNeeds}
          error={tried && !answered ? 'Please answer these questions.' : null}
        />
        <CoverCard
          product={product}
          accepted={accepted}
          onAccept={setAccepted}
          error={tried && !accepted ? 'Please read and accept what is covered.' : null}
        />
      </div>
      <div className="lg:sticky lg:top-22">
        <PriceCard
          choice={choice}
          price={check.price}
          calculating={calculating}
          rewarded={FORMS[product].thing.length > 0 && noClaims === null}
        >
          {check.price !== null && pricedTerm.start !== null && (
            <UnderwritingNotice
              control={form.control}
              product={product}
              premiumUsd={check.price.premium}
              startDate={formatDay(pricedTerm.start)}
            />
          )}
          {!complete && (
            <p role="status" className="mt-5 rounded-[8px] bg-amber-soft px-3 py-2 text-sm text-amber">
              Please fill all form fields before proceeding
            </p>
          )}
          <Button type="submit" wide size="large" busy={busy} aria-disabled={!complete} className="mt-4">
            Proceed to Payment
          </Button>
          {!signedIn && (
            <p className="mt-3 text-sm text-muted">
              {connected
                ? 'Your wallet will first ask you to sign in: a signature that is free and moves no money.'
                : 'You connect a wallet next, and it asks you to sign in: a signature that is free and moves no money. Until then nothing you typed leaves this page.'}
            </p>
          )}
        </PriceCard>
      </div>
    </form>
  );
}
