import type { BulkChoice } from './types.ts';

interface Assigned {
  assigned_to: number | null;
  assigned_admin_name: string | null;
}

/** '1 claim' or '12 claims'. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** 'Assign 12 claims to Ada Byron: 3 are Grace Hopper’s, 9 are nobody’s.' */
export function assignmentSummary(rows: readonly Assigned[], noun: string, to: string): string {
  const owners = new Map<string, number>();
  for (const { assigned_admin_name: name } of rows) {
    owners.set(name ?? 'nobody', (owners.get(name ?? 'nobody') ?? 0) + 1);
  }
  const parts = [...owners].map(([name, count]) => `${count} ${count === 1 ? 'is' : 'are'} ${name}’s`);
  return `Assign ${counted(rows.length, noun)} to ${to}: ${parts.join(', ')}.`;
}

interface Assigning<Row> {
  noun: string;
  assign: (rows: readonly Row[], to: number | null) => Promise<unknown>;
}

/** The choice of a colleague for the selected rows. */
export const assigning =
  <Row extends Assigned>({ noun, assign }: Assigning<Row>) =>
  (people: readonly { value: string; label: string }[]): BulkChoice<Row> => {
    const nameOf = (value: string) => {
      const label = people.find((one) => one.value === value)?.label ?? value;
      return label === 'Me' || label === 'Nobody' ? { Me: 'yourself', Nobody: 'nobody' }[label] : label;
    };
    return {
      label: 'Assign to',
      action: 'Assign',
      options: people,
      summary: (rows, value) => assignmentSummary(rows, noun, nameOf(value)),
      apply: async (rows, value) => {
        await assign(rows, value === 'nobody' ? null : Number(value));
        return `${counted(rows.length, noun)} assigned to ${nameOf(value)}.`;
      },
    };
  };
