import type { Permission } from '#domain/permissions.ts';
import { useColleagues } from '#web/features/admin/use-admin.ts';
import { Select, type SelectOption } from '#web/ui/select.tsx';
import type { Change } from './use-change.ts';

interface PickProps<R, Value extends string> {
  label: string;
  record: R;
  change: Change<R>;
  options: readonly SelectOption[];
  of: (record: R) => Value;
  /** What its value is called; as among the options by default. */
  named?: (record: R) => string;
  write: (seen: R, value: NoInfer<Value>) => Promise<unknown>;
  failed: string;
  placeholder?: string;
  className?: string;
}

/** A value that is chosen where it stands; after somebody else's choice, both are shown. */
export function Pick<R, Value extends string>(props: PickProps<R, Value>) {
  const { label, record, change, options, of, write, failed, placeholder = '–', className } = props;
  const nameOf = (value: string) => options.find((one) => one.value === value)?.label ?? placeholder;
  const { named = (now: R) => nameOf(of(now)) } = props;
  return (
    <Select
      aria-label={label}
      className={className}
      options={options}
      placeholder={placeholder}
      value={of(record)}
      disabled={change.busy}
      onChange={(value) =>
        void change.run((seen) => write(seen, value as Value), {
          failed,
          mine: (now) => [[label, named(now), nameOf(value)]],
        })
      }
    />
  );
}

interface Assigned {
  assigned_to: number | null;
  assigned_admin_name: string | null;
}

const assigneeOf = ({ assigned_admin_name: name }: Assigned) => name ?? 'Nobody';

/** Both assignees, after somebody else's choice. */
export const assignedTo = (mine: string) => (now: Assigned) =>
  [['Assigned to', assigneeOf(now), mine]] as const;

interface AssignedToProps<R extends Assigned>
  extends Omit<PickProps<R, string>, 'label' | 'options' | 'of' | 'named' | 'write'> {
  /** Who has it may be assigned to. */
  permission: Permission;
  assign: (seen: R, to: number | null) => Promise<unknown>;
}

/** Chooses whom a record is assigned to. */
export function AssignedTo<R extends Assigned>({ permission, assign, ...props }: AssignedToProps<R>) {
  const colleagues = useColleagues(permission);
  const of = ({ assigned_to: to }: Assigned) => (to === null ? 'nobody' : String(to));
  const value = of(props.record);
  const isListed = colleagues.some((one) => one.value === value);
  return (
    <Pick
      className="h-9! w-52! text-sm"
      {...props}
      label="Assigned to"
      options={isListed ? colleagues : [...colleagues, { value, label: assigneeOf(props.record) }]}
      of={of}
      named={assigneeOf}
      write={(seen, to) => assign(seen, to === 'nobody' ? null : Number(to))}
    />
  );
}
