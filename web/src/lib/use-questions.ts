import { useHydrated, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNarrow } from './use-narrow.ts';

/** Focuses the first invalid field of a form, or the first input of an invalid group, which may have no such attribute; answers whether there was one. */
export function focusFault(form: HTMLElement | null): boolean {
  const fault = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault]');
  (fault?.querySelector<HTMLElement>('input') ?? fault)?.focus();
  return fault != null;
}

export interface QuestionState {
  /** Whether nothing in it is missing or wrong. */
  done: boolean;
  /** Whether it has to be looked at although it has an answer, because we gave that answer. */
  ours?: boolean;
  /** Names of the form's fields in it. */
  fields?: readonly string[];
}

interface Asked {
  questions: readonly QuestionState[];
  form: RefObject<HTMLFormElement | null>;
  /** Shows what is wrong with the fields of a question. */
  check: (fields: readonly string[]) => Promise<unknown>;
  /** How often the whole form was refused. */
  refusals: number;
  /** Of a form whose last question follows all the others and shows alone in a wide window too: whether it is open. */
  ending?: boolean;
}

/** Which question a phone shows. Each is an entry of the history, so that Back goes to the one before. */
export function useQuestions({ questions, form, check, refusals, ending }: Asked) {
  const narrow = useNarrow();
  const navigate = useNavigate();
  const { history } = useRouter();
  const last = questions.length - 1;
  const open = (index: number): number => {
    const next = questions.findIndex(({ done, ours }, at) => at >= index && (!done || ours));
    return next < 0 ? last : next;
  };
  const [first] = useState(() => open(0));
  const { question: asked = first, after } = useRouterState({ select: ({ location }) => location.state });
  // A prerendered page has the first question open, and React leaves classes that differ from it as they are.
  const hydrated = useHydrated();
  const at = !hydrated ? 0 : ending ? last : Math.min(asked, ending === undefined ? last : last - 1);
  const single = narrow || ending === true;
  /** Questions that were to be left although something in them is missing. */
  const [checked, setChecked] = useState<ReadonlySet<number>>(new Set());
  /** The question with a fault to focus, once it is on the screen. */
  const fault = useRef<number | null>(null);

  const go = (question: number, replace = false) =>
    void navigate({
      to: '.',
      search: true,
      state: (state) => ({ ...state, question, after: replace ? undefined : at }),
      replace,
    });

  const before = useRef(at);
  useEffect(() => {
    if (before.current === at) return;
    before.current = at;
    form.current?.querySelector<HTMLElement>(`[data-question="${at + 1}"]`)?.focus();
  }, [at, form]);
  const refused = useRef(refusals);
  useEffect(() => {
    if (refusals !== refused.current) {
      refused.current = refusals;
      const faulty = questions.findIndex(({ done }) => !done);
      fault.current = faulty < 0 ? at : faulty;
      if (narrow && fault.current !== at) go(fault.current);
    }
    if (fault.current === null || (single && fault.current !== at)) return;
    // What is wrong may be shown later than the question.
    if (focusFault(form.current)) fault.current = null;
  });
  return {
    narrow,
    at,
    checked,
    last: at === last,
    /** To the question before; null at the first. */
    back:
      at === 0
        ? null
        : { label: 'Back', go: () => (ending || after === at - 1 ? history.back() : go(at - 1, true)) },
    skip: () => go(open(at + 1)),
    async next(): Promise<void> {
      const { done, fields = [] } = questions[at] ?? { done: true };
      if (done) {
        fault.current = null;
        return go(open(at + 1));
      }
      await check(fields);
      fault.current = at;
      setChecked(new Set([...checked, at]));
    },
  };
}
