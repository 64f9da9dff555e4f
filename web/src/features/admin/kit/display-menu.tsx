import { SlidersHorizontal } from 'lucide-react';
import { Popover as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { DeskListKey } from '#web/features/admin/paths.ts';
import { desk } from '#web/state/desk.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import type { DeskColumn } from './types.ts';

const SIZES = ['10', '25', '50', '100', '200'];

/** Which columns this browser hides. */
export function useHidden(list: DeskListKey): readonly string[] {
  const { hidden } = useSnapshot(desk);
  return hidden[list] ?? [];
}

interface DisplayMenuProps<Row> {
  list: DeskListKey;
  columns: readonly DeskColumn<Row>[];
  limit: number;
  onLimit: (limit: number) => void;
  sort: { by: string; order: 'ASC' | 'DESC' } | undefined;
  onSort: (by: string, order: 'ASC' | 'DESC') => void;
}

/** Columns, density and rows per page. */
export function DisplayMenu<Row>({ list, columns, limit, onLimit, sort, onSort }: DisplayMenuProps<Row>) {
  const sorts = columns
    .filter(({ sort }) => sort)
    .flatMap(({ id, header }) => [
      { value: `${id} DESC`, label: `${header}, highest first` },
      { value: `${id} ASC`, label: `${header}, lowest first` },
    ]);
  const { density } = useSnapshot(desk);
  const hidden = useHidden(list);
  return (
    <Popover label="Display" align="end" trigger={<ToolButton icon={SlidersHorizontal} title="Display" />}>
      <fieldset>
        <legend className="font-medium">Columns</legend>
        <div className="mt-1.5 flex flex-col">
          {columns
            .filter((column) => !column.fixed)
            .map((column) => (
              <label key={column.id} className="flex min-h-8 items-center gap-2">
                <input
                  type="checkbox"
                  className="size-4 accent-teal"
                  checked={!hidden.includes(column.id)}
                  onChange={({ target }) => {
                    const others = hidden.filter((id) => id !== column.id);
                    desk.hidden[list] = target.checked ? others : [...others, column.id];
                  }}
                />
                {column.header}
              </label>
            ))}
        </div>
      </fieldset>
      <label className="flex min-h-8 items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-teal"
          checked={density === 'comfortable'}
          onChange={({ target }) => {
            desk.density = target.checked ? 'comfortable' : 'compact';
          }}
        />
        Taller rows
      </label>
      {/* A narrow list has no header to sort by. */}
      {sorts.length > 0 && (
        <Select
          aria-label="Sort by"
          placeholder="Sort by"
          className="h-8! text-sm!"
          value={sort ? `${sort.by} ${sort.order}` : ''}
          onChange={(value) => {
            const [by = '', order] = value.split(' ');
            onSort(by, order === 'ASC' ? 'ASC' : 'DESC');
          }}
          options={sorts}
        />
      )}
      <div className="flex items-center justify-between gap-3">
        <span aria-hidden>Rows per page</span>
        <Select
          aria-label="Rows per page"
          className="h-8! w-20! text-sm!"
          value={String(limit)}
          onChange={(size) => onLimit(Number(size))}
          options={(SIZES.includes(String(limit)) ? SIZES : [String(limit), ...SIZES]).map((size) => ({
            value: size,
            label: size,
          }))}
        />
      </div>
    </Popover>
  );
}

interface PopoverProps extends Pick<ComponentProps<typeof Radix.Root>, 'open' | 'onOpenChange'> {
  label: string;
  align: 'start' | 'end';
  trigger: ReactNode;
  children: ReactNode;
}

/** A small box below the button that opens it. */
export const Popover = ({ label, align, trigger, children, ...root }: PopoverProps) => (
  <Radix.Root {...root}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        align={align}
        sideOffset={8}
        collisionPadding={12}
        aria-label={label}
        className="z-50 flex w-64 flex-col gap-4 rounded-[10px] border border-line bg-surface p-4 text-sm text-ink shadow-lg shadow-black/10"
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

type ToolButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'variant' | 'size'> & {
  title: string;
};

/** A tool of a list. Its name hides where an open record leaves little room; on a phone the tools have their own line. */
export const ToolButton = ({ title, ...button }: ToolButtonProps) => (
  <Button {...button} variant="secondary" size="dense" title={title}>
    <span className="@md:@max-4xl:sr-only">{title}</span>
  </Button>
);
