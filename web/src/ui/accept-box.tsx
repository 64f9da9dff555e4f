import { type ComponentProps, type ReactNode, useId } from 'react';

interface AcceptBoxProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  onAccept: (accepted: boolean) => void;
  error: string | null;
  children: ReactNode;
}

/** What has to be accepted before going on, with its checkbox. */
export function AcceptBox({ onAccept, error, className, children, ...input }: AcceptBoxProps) {
  const id = useId();
  return (
    <div className={className}>
      <label className="flex cursor-pointer items-start gap-3 rounded-[10px] border border-line bg-sunken/60 p-4">
        <input
          {...input}
          type="checkbox"
          onChange={(event) => onAccept(event.target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          className="mt-0.5 size-5 shrink-0 accent-teal"
        />
        <span>{children}</span>
      </label>
      {error && (
        <p id={id} className="mt-2 text-sm text-coral">
          {error}
        </p>
      )}
    </div>
  );
}
