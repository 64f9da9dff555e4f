import { dayEnd, parseDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { PRODUCT_KEYS, PRODUCTS, type ProductKey } from '#domain/products/index.ts';

/** Stored states of a policy; `expired` follows from the date and is never stored. */
export const STORED_STATUSES = ['pending', 'active', 'rejected', 'cancelled', 'withdrawn'] as const;
export type StoredStatus = (typeof STORED_STATUSES)[number];
export const POLICY_STATUSES = [...STORED_STATUSES, 'expired'] as const;
export type PolicyStatus = (typeof POLICY_STATUSES)[number];

/**
 * From each state to the next. A refund's event can end a policy in any state, because the registry has the last word. It
 * knows no withdrawal: the rejection of a policy whose holder withdrew makes it `withdrawn`.
 */
export const TRANSITIONS: Readonly<Record<StoredStatus, readonly StoredStatus[]>> = {
  pending: ['active', 'rejected', 'cancelled', 'withdrawn'],
  active: ['pending', 'rejected', 'cancelled', 'withdrawn'],
  rejected: [],
  cancelled: [],
  withdrawn: [],
};

/** The name of each status for customers. */
export const STATUS_LABELS: Readonly<Record<PolicyStatus, string>> = {
  pending: 'Pending Review',
  active: 'Active',
  expired: 'Expired',
  cancelled: 'Cancelled',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
};

/** What the registry's rejection or cancellation makes of a policy. */
export const endedAs = (
  { withdrawn_at }: { withdrawn_at: string | null },
  outcome: 'rejected' | 'cancelled',
): 'rejected' | 'cancelled' | 'withdrawn' =>
  outcome === 'rejected' && withdrawn_at !== null ? 'withdrawn' : outcome;

/** The status in the registry, which knows no withdrawal. */
export const registryStatus = (stored: StoredStatus): Exclude<StoredStatus, 'withdrawn'> =>
  stored === 'withdrawn' ? 'rejected' : stored;

/** The status to show at `now` (milliseconds): an active policy whose end day's 24:00 UTC has passed is expired. */
export function statusAt(stored: StoredStatus, endDate: string, now: number): PolicyStatus {
  const end = parseDay(endDate);
  return stored === 'active' && end !== null && now >= dayEnd(end) * 1000 ? 'expired' : stored;
}

/** Whether a product's policies are renewed. A trip ends, and no two are the same. */
export const isRenewed = (product: ProductKey): boolean => PRODUCTS[product].trip === undefined;
export const RENEWED_PRODUCTS = PRODUCT_KEYS.filter(isRenewed);

/** `POL-007`, the policy number. */
export function policyNumber(id: number): string {
  return `POL-${String(id).padStart(3, '0')}`;
}

/** `HI-12`, the product reference beside the policy number. */
export function productReference(product: ProductKey, id: number): string {
  return `${PRODUCTS[product].initial}I-${id}`;
}

/** `$1,200/year` for a year's term, otherwise `$25 for 30 days`. */
export function formatPremium(premium: number, days: number): string {
  const amount = formatUsd(premium);
  if (days === 365 || days === 366) return `${amount}/year`;
  return `${amount} for ${days} ${days === 1 ? 'day' : 'days'}`;
}

/**
 * What a policy is in. It ended with a refund (`withdrawn`, `rejected`, `cancelled`), or is about to: `withdrawing`, `declined`,
 * `replaced`, `canceling`. Of these, `stateOf` says where the refund stands. Otherwise it is `unconfirmed`, as long as nothing but
 * its payment is missing, `in_review`, `ahead`, `in_force` or `expired`.
 */
export const SITUATIONS = [
  ...(['withdrawn', 'rejected', 'cancelled', 'withdrawing', 'declined', 'replaced', 'canceling'] as const),
  ...(['unconfirmed', 'in_review', 'ahead', 'in_force', 'expired'] as const),
] as const;
export type Situation = (typeof SITUATIONS)[number];

/** Whether nothing stands against the policy's cover until its term ends. */
export const isStanding = (situation: Situation): boolean =>
  situation === 'ahead' || situation === 'in_force';
