import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';
import { Input } from './field.tsx';

export function SearchInput({ className, ...rest }: ComponentProps<'input'> & { 'aria-label': string }) {
  return (
    <div className={cn('relative', className)}>
      <Search aria-hidden className="absolute top-3.5 left-3 size-4 text-muted" />
      <Input {...rest} type="search" className="pl-9" />
    </div>
  );
}
