/** The sentence to show for any thrown value. What a browser calls a mistake in our code is no sentence for customers. */
export function messageOf(error: unknown, fallback = 'Something went wrong. Please try again.'): string {
  const told = error instanceof Error && error.message && !/^(Type|Range|Reference|Syntax)/.test(error.name);
  return told ? error.message : fallback;
}

/** Whether the customer said no in the wallet (`rejected` of wallet/errors.ts, which loads with the wallet). */
export const isDeclined = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'rejected';
