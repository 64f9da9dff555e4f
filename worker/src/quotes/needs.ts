import type { NeedAnswers } from '#domain/products/forms/needs.ts';
import { needAnswers } from '#domain/quote/schema.ts';

/** Answers about demands and needs as drafts and quotes store them. */
export const writeNeeds = (answers: NeedAnswers | undefined): string | null =>
  answers === undefined ? null : JSON.stringify(answers);

export const readNeeds = ({ needs }: { needs: string | null }): NeedAnswers | null =>
  needs === null ? null : needAnswers.parse(JSON.parse(needs));
