import type { ProductKey } from '#domain/products/index.ts';
import type { NeedAnswer } from './form.ts';
import { FORMS } from './index.ts';

/** Answers by the question's id. */
export type NeedAnswers = Readonly<Record<string, NeedAnswer>>;

export interface AnsweredNeed {
  question: string;
  answer: NeedAnswer;
  /** What the product doesn't do for somebody who answers that; null if it fits. */
  mismatch: string | null;
}

/** The questions that have an answer, in the form's order. */
export function answeredNeeds(product: ProductKey, answers: NeedAnswers): AnsweredNeed[] {
  return FORMS[product].needs.flatMap(({ id, question, fits, otherwise }) => {
    const answer = answers[id];
    return answer === undefined ? [] : [{ question, answer, mismatch: answer === fits ? null : otherwise }];
  });
}
