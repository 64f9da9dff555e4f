import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';

export interface SelectOption {
  value: string;
  label: string;
  /** Shown beside the label in the list, but not part of the value. */
  note?: string | undefined;
  /** Listed, but it cannot be chosen; `note` says why. */
  disabled?: boolean;
}

export interface SelectProps {
  options: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  onBlur?: () => void;
  id?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  className?: string;
}

interface SelectListProps extends SelectProps {
  /** The button's classes. */
  className: string;
}

/** A select from its first press on: it mounts with its list open. */
export function SelectList(props: SelectListProps) {
  const { options, value, onChange, placeholder, onBlur, disabled, className, autoFocus: _, ...aria } = props;
  // An option that is not there leaves the placeholder.
  const known = options.some((option) => option.value === value) ? value : '';
  return (
    <Radix.Root defaultOpen value={known} onValueChange={onChange} disabled={disabled ?? false}>
      <Radix.Trigger {...aria} onBlur={onBlur} className={className}>
        <span className="truncate">
          <Radix.Value placeholder={placeholder ?? 'Select'} />
        </span>
        <Radix.Icon asChild>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={6}
          collisionPadding={12}
          className="z-60 max-h-[min(20rem,var(--radix-select-content-available-height))] max-w-(--radix-select-content-available-width) min-w-(--radix-select-trigger-width) overflow-hidden rounded-[10px] border border-line bg-surface text-ink shadow-lg shadow-black/10"
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="relative flex min-h-10 pointer-coarse:min-h-11 cursor-pointer items-center rounded-[7px] py-2 pr-9 pl-3 text-[0.9375rem] outline-none select-none data-disabled:cursor-not-allowed data-disabled:text-muted data-highlighted:bg-sunken"
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                {option.note && (
                  <span className="figures ml-auto pl-6 text-right text-sm text-muted">{option.note}</span>
                )}
                <Radix.ItemIndicator className="absolute right-3">
                  <Check aria-hidden className="size-4 text-teal" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
