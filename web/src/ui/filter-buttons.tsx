import { cn } from '#web/lib/cn.ts';
import { Button } from './button.tsx';

interface FilterButtonsProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Which part of a list to show. The choice is tinted, because the dark button is the screen's next step. */
export function FilterButtons<Value extends string>(props: FilterButtonsProps<Value>) {
  const { legend, options, value, onChange } = props;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <Button
          key={option.value}
          size="small"
          variant="quiet"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cn(
            'border',
            option.value === value ? 'border-teal bg-teal-soft' : 'border-line-strong bg-surface',
          )}
        >
          {option.label}
        </Button>
      ))}
    </fieldset>
  );
}
