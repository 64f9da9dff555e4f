import { useHydrated } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatDay } from '#domain/days.ts';
import { coverStartText } from '#domain/policy/cover-dates.ts';
import { formFields } from '#domain/products/forms/facts.ts';
import type { ProductField } from '#domain/products/forms/form.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import { type QuestionState, useQuestions } from '#web/lib/use-questions.ts';
import { whenIdle } from '#web/lib/when-idle.ts';
import { Button } from '#web/ui/button.tsx';
import { CoverPicture } from '#web/ui/cover-picture/cover-picture.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Question } from '#web/ui/question.tsx';
import { preloadList } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ChoiceFields, TermFields } from '#web/ui/term-fields.tsx';
import { Needs, UnderwritingNotice } from './needs.tsx';
import { PriceBar, PriceCard, TermSlider } from './price-card.tsx';

import { type QuoteFormProps, type QuoteState, useQuoteForm } from './use-quote-form.ts';
import { Words } from './words.tsx';

/** The fields' controls are a third of the form's code, and a phone first asks something else. */
const DetailsForm = lazyPart(() => import('#web/ui/details-form.tsx'));
const TravelersForm = lazyPart(() => import('./travelers-form.tsx'));

/** When cover begins, in a sentence. */
function begins(product: ProductKey, start: number | null, today: number): string {
  const dates = { coverStart: formatDay(today), start: formatDay(start ?? today) };
  const early = PRODUCTS[product].trip ? coverStartText(dates, today * 86_400_000) : null;
  return early === null
    ? 'Cover begins on the start day, or the moment you pay if that is later.'
    : `${early}.`;
}

interface QuestionContent extends QuestionState {
  title: string;
  /** @param tried whether to say what is missing */
  content: (tried: boolean) => ReactNode;
}

/** The form's questions in their order. */
function questionsOf(product: ProductKey, quote: QuoteState, onFit: () => void): QuestionContent[] {
  const { form, today, term, choice, chosen, check, coverError, wrong, people } = quote;
  const { yours, trip } = PRODUCTS[product];
  const { errors } = form.formState;
  const fields = formFields(product);
  const details = (title: string, asked: readonly ProductField[]): QuestionContent => ({
    title,
    fields: asked.map(({ name }) => name),
    done: asked.every(({ name }) => !wrong.has(name) && !errors[name]),
    content: () => <DetailsForm fallback={<Skeleton className="h-57" />} fields={asked} form={form} />,
  });
  const others = [...wrong].filter((name) => fields.every((field) => field.name !== name));
  return [
    {
      title: `How should we cover ${yours}?`,
      done: coverError === null,
      ours: !chosen,
      content: () => (
        <div className="flex flex-col gap-5">
          <ChoiceFields product={product} choice={choice} onChange={quote.setChoice} />
          {coverError && (
            <p role="alert" className="text-sm text-coral">
              {coverError}
            </p>
          )}
          <CoverPicture product={product} {...choice} wording={FORMS[product].wording} list={false} />
        </div>
      ),
    },
    {
      title: 'From when, and how long?',
      done: check.price !== null,
      ours: !chosen,
      content: () => (
        <div className="flex flex-col gap-5">
          <TermSlider product={product} term={term} onChange={quote.setTerm} />
          <TermFields product={product} term={term} check={check} today={today} onChange={quote.setTerm} />
          <p className="text-sm text-muted">Days are counted in UTC. {begins(product, term.start, today)}</p>
        </div>
      ),
    },
    details(
      `Tell us about ${yours}`,
      fields.filter(({ contact }) => contact === undefined),
    ),
    details(
      'How do we reach you?',
      fields.filter(({ contact }) => contact !== undefined),
    ),
    ...(trip
      ? [
          {
            title: 'Who comes along?',
            done: others.length === 0,
            ours: true,
            fields: others,
            content: () => (
              <TravelersForm
                fallback={<Skeleton className="h-24" />}
                product={product}
                form={form}
                people={people}
                onPeople={quote.setPeople}
              />
            ),
          },
        ]
      : []),
    {
      title: 'Does it fit you?',
      done: quote.unanswered === 0,
      content: (tried) => (
        <Needs
          product={product}
          deductible={choice.deductible}
          answers={quote.needs}
          onAnswer={(answers) => {
            const fits = FORMS[product].needs.every(({ id, fits }) => answers[id] === fits);
            if (fits && quote.unanswered > 0) onFit();
            quote.setNeeds(answers);
          }}
          error={tried && quote.unanswered > 0 ? 'Please answer these questions.' : null}
        />
      ),
    },
    {
      title: 'What you are buying',
      done: quote.accepted,
      content: (tried) => (
        <Words
          product={product}
          accepted={quote.accepted}
          onAccept={quote.setAccepted}
          error={tried && !quote.accepted ? 'Please read and accept what is covered.' : null}
        />
      ),
    },
  ];
}

/** What the wallet is asked for next. */
function WalletNote({ connected }: { connected: boolean }) {
  return (
    <p className="mt-3 text-sm text-muted">
      {connected
        ? 'Your wallet will first ask you to sign in: a signature that is free and moves no money.'
        : 'You connect a wallet next, and it asks you to sign in: a signature that is free and moves no money. Until then nothing you typed leaves this page.'}
    </p>
  );
}

export function QuoteForm(props: QuoteFormProps) {
  const { product, connected, signedIn } = props;
  const quote = useQuoteForm(props);
  const { check, choice, term, left, busy, refusals } = quote;
  const element = useRef<HTMLFormElement>(null);
  const fit = useRef(() => {});
  // Filling in the form must not depend on a network.
  useEffect(
    () => whenIdle(() => [DetailsForm.ready, TravelersForm.ready, preloadList].map((load) => load())),
    [],
  );
  const questions = questionsOf(product, quote, () => fit.current());
  const asked = useQuestions({
    questions,
    form: element,
    check: (fields) => quote.form.trigger([...fields]),
    refusals,
  });
  const { narrow, at } = asked;
  // Until React has taken a prerendered page over, only the styles know how wide the window is.
  const hydrated = useHydrated();
  // The last answer that fits is the way on.
  fit.current = () => narrow && asked.skip();
  const notice = check.price !== null && term.start !== null && (
    <UnderwritingNotice
      control={quote.form.control}
      product={product}
      premiumUsd={check.price.premium}
      startDate={formatDay(term.start)}
    />
  );
  const price = (children: ReactNode) => (
    <PriceCard
      choice={choice}
      price={check.price}
      rewarded={FORMS[product].thing.length > 0 && quote.noClaims === null}
    >
      {children}
    </PriceCard>
  );
  const below = (
    <>
      {quote.failure && (
        <p role="alert" className="mt-3 text-sm text-coral">
          {quote.failure}
        </p>
      )}
      {!signedIn && <WalletNote connected={connected} />}
    </>
  );
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => void quote.submit(event)}
      className="grid items-start gap-6 max-sm:flex max-sm:grow max-sm:flex-col max-sm:items-stretch sm:mt-8 lg:grid-cols-[1fr_22rem]"
    >
      <div className="flex min-w-0 flex-col gap-6">
        {questions.map(({ title, content }, index) => (
          <Question
            key={title}
            title={title}
            place={index + 1}
            of={questions.length}
            shown={index === at ? 'always' : hydrated && narrow ? 'never' : 'wide'}
            about={PRODUCTS[product].label}
            back={narrow || !hydrated ? (asked.back ?? props.leave) : null}
          >
            {(!narrow || index === at) && content(refusals > 0 || (narrow && asked.checked.has(index)))}
          </Question>
        ))}
        {narrow && notice}
        {narrow && asked.last && price(below)}
      </div>
      {(narrow || !hydrated) && (
        <PriceBar
          price={check.price}
          left={left}
          last={asked.last || left === 0}
          busy={busy}
          onNext={() => void asked.next()}
        />
      )}
      {!narrow && (
        <div className="max-sm:hidden lg:sticky lg:top-22">
          {price(
            <>
              {notice}
              {left > 0 && (
                <p role="status" className="mt-5 rounded-[8px] bg-amber-soft px-3 py-2 text-sm text-amber">
                  {left === 1 && !quote.accepted
                    ? 'One thing left: please accept what is covered.'
                    : 'Please fill all form fields before proceeding'}
                </p>
              )}
              <Button type="submit" wide size="large" busy={busy} aria-disabled={left > 0} className="mt-4">
                Proceed to Payment
              </Button>
              {below}
            </>,
          )}
        </div>
      )}
    </form>
  );
}
