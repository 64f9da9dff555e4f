import { describe, expect, it } from 'vitest';
import { AUDIT_LOG } from '#web/features/admin/audit-log/audit-log-screen.tsx';
import { CLAIMS } from '#web/features/admin/claims/claims-screen.tsx';
import { EXCEPTIONS } from '#web/features/admin/exceptions/exceptions-screen.tsx';
import { MESSAGES } from '#web/features/admin/messages/messages-screen.tsx';
import { POLICIES } from '#web/features/admin/policies/policies-screen.tsx';
import { USERS } from '#web/features/admin/users/users-screen.tsx';
import { SHOWN_FROM, TEMPLATES, templates } from './rows.tsx';
import type { DeskColumn } from './types.ts';

type Columns = readonly Omit<DeskColumn<never>, 'cell'>[];

/** Each list with its columns by priority, and the columns in the first and the second line of a row of two lines. */
const LISTS: Record<
  string,
  { columns: Columns; selectable: boolean; by: string[]; lines: [string, string] }
> = {
  claims: {
    columns: CLAIMS.columns,
    selectable: true,
    by: [
      'claim_id status customer assigned claim_amount due_at',
      'policy_id',
      'created_at',
      'payout',
      'description',
    ],
    lines: ['claim_id customer status', 'assigned claim_amount due_at'],
  },
  policies: {
    columns: POLICIES.columns,
    selectable: true,
    by: [
      'policy_id status customer total_premium end_date',
      'coverage_amount',
      'item_description',
      'policy_type created_at',
      '',
    ],
    lines: ['policy_id customer status', 'item_description total_premium end_date'],
  },
  users: {
    columns: USERS.columns,
    selectable: false,
    by: ['name status email total_premium actions', 'total_policies total_claims', 'joined_date', '', ''],
    lines: ['name status', 'email total_premium'],
  },
  messages: {
    columns: MESSAGES.columns,
    selectable: true,
    by: ['subject customer status assigned due', 'priority', 'time', 'reply_count', ''],
    lines: ['subject status', 'customer assigned due'],
  },
  exceptions: {
    columns: EXCEPTIONS.columns,
    selectable: false,
    by: ['reason status customer amount refund_due_at', 'paid_at', 'detail', '', ''],
    lines: ['reason status', 'customer amount refund_due_at'],
  },
  audit: {
    columns: AUDIT_LOG.columns,
    selectable: false,
    by: ['action subject admin number at', 'change', '', '', ''],
    lines: ['action at', 'subject admin number'],
  },
};

/** The container's width in rem from which each priority shows. */
const WIDTHS = { 1: 56, 2: 63, 3: 72, 4: 84, 5: 96 } as const;
const PRIORITIES = [1, 2, 3, 4, 5] as const;

const names = (columns: Columns) => columns.map(({ id }) => id).join(' ');

describe.each(Object.entries(LISTS))('the columns of %s', (_list, { columns, selectable, by, lines }) => {
  it('yield in the order of their priority, the title last', () => {
    expect(PRIORITIES.map((priority) => names(columns.filter((one) => one.priority === priority)))).toEqual(
      by,
    );
  });

  it.each(PRIORITIES)('fit in a table that shows those up to priority %s', (upTo) => {
    const widths = (templates(columns, selectable)[`--cols-${upTo}`] ?? '')
      .split(' ')
      .map((width) => Number(/([\d.]+)rem/.exec(width)?.[1]));
    // Gaps of 1 rem, padding of 0.75 on both sides, and borders.
    const least = widths.reduce((sum, width) => sum + width, 0) + widths.length - 1 + 1.625;
    expect(least).toBeLessThanOrEqual(WIDTHS[upTo]);
  });

  it('that somebody needs in a narrow list have a place in the two lines of a row', () => {
    const first = columns.filter(({ narrow }) => narrow === 'first');
    const end = columns.filter(({ narrow }) => narrow === 'end');
    const second = columns.filter(({ narrow }) => narrow === 'second');
    expect([names([...first, ...end]), names(second)]).toEqual(lines);
  });
});

describe('the widths of a list', () => {
  it.each(PRIORITIES)('are the same for cells and for the table of priority %s', (priority) => {
    // Tailwind's 4xl is 56 rem.
    const from = priority === 1 ? '@4xl' : `@min-[${WIDTHS[priority]}rem]`;
    expect(SHOWN_FROM[priority].split(' ')).toContain(`${from}:block`);
    expect(TEMPLATES.split(' ')).toContain(`${from}:[--cols:var(--cols-${priority})]`);
  });
});
