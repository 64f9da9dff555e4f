import { isFound } from '#domain/search.ts';
import { FAQ, type FaqItem } from '#domain/support/faq.ts';
import type { SupportSearch } from './search.ts';

export const filterFaq = ({ search = '', category }: SupportSearch): FaqItem[] =>
  FAQ.filter(
    (item) =>
      (category === undefined || item.category === category) &&
      isFound(`${item.question}\n${item.answer}`, search),
  );
