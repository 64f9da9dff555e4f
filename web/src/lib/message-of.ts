/** The sentence to show for any thrown value. */
export function messageOf(error: unknown, fallback = 'Something went wrong. Please try again.'): string {
  return error instanceof Error && error.message ? error.message : fallback;
}

/** Whether the customer said no in the wallet (`rejected` of wallet/errors.ts, which loads with the wallet). */
export const isDeclined = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'rejected';
