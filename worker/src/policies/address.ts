interface Parties {
  policy: { wallet: string };
  quote: { wallet: string; email: string };
}

/**
 * Where to write about a policy: the address that its holder set since, or the purchase's while its buyer holds it. A
 * wallet that the policy moved to has none before it sets one: the buyer's mail is not theirs.
 */
export function contactAddress({ policy, quote }: Parties, set: string | null | undefined): string | null {
  return set ?? (isBuyer({ policy, quote }) ? quote.email : null);
}

export function isBuyer({
  policy,
  quote,
}: {
  policy: { wallet: string };
  quote: { wallet: string };
}): boolean {
  return policy.wallet === quote.wallet;
}
