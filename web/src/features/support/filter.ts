import { FAQ, type FaqItem } from '#domain/support/faq.ts';
import type { SupportSearch } from './search.ts';

export function filterFaq({ search = '', category }: SupportSearch): FaqItem[] {
  const wanted = search.trim().toLowerCase();
  return FAQ.filter(
    (item) =>
      (category === undefined || item.category === category) &&
      (item.question.toLowerCase().includes(wanted) || item.answer.toLowerCase().includes(wanted)),
  );
}
