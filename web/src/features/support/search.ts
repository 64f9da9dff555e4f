import { FAQ_CATEGORIES, type FaqCategory } from '../../../../domain/support/categories.ts';

/** What the address of the support center says. */
export interface SupportSearch {
  search?: string | undefined;
  category?: FaqCategory | undefined;
  /** The question that is open, by its id. */
  question?: string | undefined;
}

/** By hand and not by zod: what checks an address is loaded with every page. */
export function supportSearch({ search, category, question }: Record<string, unknown>): SupportSearch {
  const isText = typeof search === 'string' || typeof search === 'number';
  return {
    search: isText ? String(search) || undefined : undefined,
    category: FAQ_CATEGORIES.find((key) => key === category),
    question: typeof question === 'string' && question !== '' ? question : undefined,
  };
}
