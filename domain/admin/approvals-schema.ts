import * as z from 'zod';

/** How long an approval waits before it has to be proposed again. */
export const APPROVAL_DAYS = 14;

/** What takes effect only when a second administrator confirms it. */
export const APPROVAL_KINDS = ['setting', 'invite', 'role', 'enable', 'authority'] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

export const approvalEntry = z.object({
  id: z.uuid(),
  kind: z.enum(APPROVAL_KINDS),
  /** Such as `Auto-approve policies under`, or `Role of Grace Hopper`. */
  title: z.string(),
  /** As it was when it was proposed, as it shall become, and as it is now. */
  before: z.string(),
  after: z.string(),
  now: z.string(),
  proposed_by: z.string(),
  proposed_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** Whether the caller proposed it, and so may withdraw it. */
  own: z.boolean(),
  /** Why the caller can't confirm it; null if they can. */
  not_by_you: z.string().nullable(),
  /** Names of the administrators who can confirm it; empty until there is one. */
  confirmers: z.array(z.string()),
});
export type ApprovalEntry = z.output<typeof approvalEntry>;
export const approvalEntries = z.array(approvalEntry);

/** What to do when nobody can confirm. */
export const ADD_SECOND =
  'Nobody can confirm this yet. The operator adds a second administrator on the command line: npm run admin:create.';

/** The account and those who created it, from the account up to the first. */
export function lineage(id: number, createdBy: ReadonlyMap<number, number | null>): Set<number> {
  const line = new Set<number>();
  for (let at: number | null | undefined = id; at != null && !line.has(at); at = createdBy.get(at))
    line.add(at);
  return line;
}

/**
 * Whether two accounts can't be one person's: neither was created by the other, at any remove, nor both by a third. Who
 * creates an account may know its password.
 */
export function areIndependent(
  one: number,
  other: number,
  createdBy: ReadonlyMap<number, number | null>,
): boolean {
  const line = lineage(one, createdBy);
  return ![...lineage(other, createdBy)].some((id) => line.has(id));
}
