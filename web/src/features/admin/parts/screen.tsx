import type { ReactNode } from 'react';

/** A screen of the desk that is not a list. */
export function DeskScreen({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="min-h-0 grow overflow-y-auto px-3 pb-10 sm:px-5">
      <div className="mx-auto max-w-[100rem]">
        <div className="flex flex-wrap items-center justify-between gap-3 pt-4 pb-3">
          <h1 className="text-xl">{title}</h1>
          {actions}
        </div>
        {children}
      </div>
    </div>
  );
}
