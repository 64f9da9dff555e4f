import type { ReactNode } from 'react';
import { Card } from '#web/ui/card.tsx';
import { Logo } from '#web/ui/logo.tsx';

/** The page around the login and what else stands between an administrator and the desk. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="flex w-full flex-col items-center overflow-y-auto px-4 py-10 outline-none sm:py-20"
    >
      <Logo />
      <Card className="mt-8 w-full max-w-md p-5 sm:p-7">
        <h1 className="text-xl">{title}</h1>
        <div className="mt-5 flex flex-col gap-4">{children}</div>
      </Card>
    </main>
  );
}
