import type { Permission } from '#domain/permissions.ts';
import { useColleagues } from '#web/features/admin/use-admin.ts';
import { Select } from '#web/ui/select.tsx';
import type { Change } from './use-change.ts';

interface Assigned {
  assigned_to: number | null;
  assigned_admin_name: string | null;
}

/** Both assignees, after somebody else's choice. */
export const assignedTo = (mine: string) => (now: Assigned) =>
  [['Assigned to', now.assigned_admin_name ?? 'Nobody', mine]] as const;

interface AssignedToProps<R extends Assigned> {
  record: R;
  change: Change<R>;
  /** Who has it may be assigned to. */
  permission: Permission;
  assign: (seen: R, to: number | null) => Promise<unknown>;
  failed: string;
  className?: string;
}

/** Chooses whom a record is assigned to; after somebody else's choice, both are shown. */
export function AssignedTo<R extends Assigned>(props: AssignedToProps<R>) {
  const { record, change, permission, assign, failed, className = 'h-9! w-52! text-sm' } = props;
  const colleagues = useColleagues(permission);
  const value = record.assigned_to === null ? 'nobody' : String(record.assigned_to);
  const options = colleagues.some((one) => one.value === value)
    ? colleagues
    : [...colleagues, { value, label: record.assigned_admin_name ?? 'Somebody' }];
  const nameOf = (who: string) => options.find((one) => one.value === who)?.label ?? 'Somebody';
  return (
    <Select
      aria-label="Assigned to"
      className={className}
      options={options}
      value={value}
      disabled={change.busy}
      onChange={(chosen) =>
        void change.run((seen) => assign(seen, chosen === 'nobody' ? null : Number(chosen)), {
          failed,
          mine: assignedTo(nameOf(chosen)),
        })
      }
    />
  );
}
