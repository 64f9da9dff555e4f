import type { RegistrySummary } from '#domain/registry/schema.ts';
import { API_SERVERS } from '#web/lib/env.ts';

export type Figures = Pick<
  RegistrySummary,
  'pool_usd' | 'cover_in_force_usd' | 'claims_paid_usd' | 'policies_in_force' | 'as_of'
> & {
  /** Names of networks whose pools are missing. */
  unreachable: string[];
  /** The claims paid last, unchecked: what shows them loads only if there are any. */
  claims: unknown[];
  demo: boolean;
};

/**
 * The figures of `domain/registry/schema.ts`, checked by hand because zod would outweigh the landing page's own code.
 * Throws on anything else.
 */
export function parseFigures(value: unknown): Figures {
  const data = (value ?? {}) as Record<keyof RegistrySummary, unknown>;
  const missing = (data.unreachable ?? []) as { name: string }[];
  const whole = (figure: unknown): number => {
    if (!Number.isSafeInteger(figure) || (figure as number) < 0) throw new TypeError('Not a figure');
    return figure as number;
  };
  if (typeof data.as_of !== 'string' || Number.isNaN(Date.parse(data.as_of)))
    throw new TypeError('Not a time');
  return {
    pool_usd: whole(data.pool_usd),
    cover_in_force_usd: whole(data.cover_in_force_usd),
    claims_paid_usd: whole(data.claims_paid_usd),
    policies_in_force: whole(data.policies_in_force),
    as_of: data.as_of,
    unreachable: missing.map(({ name }) => name),
    claims: Array.isArray(data.recent_claims) ? data.recent_claims : [],
    demo: data.demo === true,
  };
}

/**
 * Pool, cover in force and claims paid, as the worker last read them from the chain. Each server is asked once, in order.
 * The API client with its retries would outweigh the figures.
 */
export async function readFigures(signal: AbortSignal): Promise<Figures> {
  for (const base of API_SERVERS) {
    const response = await fetch(`${base}/registry/summary`, { signal, credentials: 'omit' }).catch(
      () => null,
    );
    signal.throwIfAborted();
    if (response?.ok) return parseFigures((await response.json()).data);
  }
  throw new TypeError('No server has the figures');
}
