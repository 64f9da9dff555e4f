import { type ReactNode, useId } from 'react';

interface SwitchProps {
  label: string;
  hint: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

export function Switch({ label, hint, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-6 py-4">
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="mt-0.5 text-sm text-muted">
          {hint}
        </p>
      </div>
      <button
        type="button"
        role="switch"
        id={id}
        aria-describedby={`${id}-hint`}
        aria-checked={checked}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className="group relative mt-0.5 h-7 w-12 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors disabled:opacity-55 aria-checked:border-teal aria-checked:bg-teal"
      >
        <span className="block size-5 translate-x-[3px] rounded-full bg-muted transition-transform group-aria-checked:translate-x-[23px] group-aria-checked:bg-surface" />
      </button>
    </div>
  );
}
