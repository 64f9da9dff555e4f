/** The views of the books, by their name in the address. */
export const BOOK_VIEWS = {
  balance: 'Trial balance',
  journal: 'Journal',
  aging: 'Aging',
  months: 'Months',
} as const;
