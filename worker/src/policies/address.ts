interface Parties {
  policy: { wallet: string };
  quote: { wallet: string; email: string };
}

/**
 * Address for letters about a policy: the one its holder set, else the purchase's while the buyer still
 * holds it. A wallet that received the policy has none until it sets one.
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
