import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Card } from '#web/ui/card.tsx';
import { Input } from '#web/ui/field.tsx';
import { Logo } from '#web/ui/logo.tsx';

/** A password that can be shown while it is typed. */
export function PasswordInput(props: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input {...props} type={shown ? 'text' : 'password'} className="pr-12" />
      <button
        type="button"
        aria-label={shown ? 'Hide password' : 'Show password'}
        onClick={() => setShown(!shown)}
        className="absolute top-0 right-0 grid size-11 place-items-center rounded-[10px] text-muted hover:text-ink"
      >
        <Icon aria-hidden className="size-[1.125rem]" />
      </button>
    </div>
  );
}

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
