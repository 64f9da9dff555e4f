import { FAQ_CATEGORIES, type FaqCategory } from '#domain/support/categories.ts';

export interface SupportSearch {
  search?: string | undefined;
  category?: FaqCategory | undefined;
  question?: string | undefined;
}

/** Checked by hand instead of with zod, because search parsers load with every page. */
export function supportSearch({ search, category, question }: Record<string, unknown>): SupportSearch {
  const isText = typeof search === 'string' || typeof search === 'number';
  return {
    search: isText ? String(search) || undefined : undefined,
    category: FAQ_CATEGORIES.find((key) => key === category),
    question: typeof question === 'string' && question !== '' ? question : undefined,
  };
}
