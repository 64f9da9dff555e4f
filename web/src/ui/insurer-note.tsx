import { insurerText, type Operator } from '#domain/operator.ts';

/** Who insures, below a price; nothing until that is known. */
export function InsurerNote({ operator }: { operator: Operator | null | undefined }) {
  return operator !== undefined && <p className="mt-3 text-sm text-muted">{insurerText(operator)}</p>;
}
