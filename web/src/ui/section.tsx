import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cn } from '#web/lib/cn.ts';
import { Card } from './card.tsx';
import { Skeleton } from './skeleton.tsx';
import { Loaded, type LoadedProps } from './states.tsx';

interface HeadProps {
  title: ReactNode;
  /** The desk's size. */
  dense?: boolean;
  note?: ReactNode;
  actions?: ReactNode;
}

interface SectionProps extends HeadProps {
  id?: string;
  className?: string;
  children: ReactNode;
}

export function Section(props: SectionProps) {
  const { title, dense = false, note, actions, id, className, children } = props;
  const name = useId();
  return (
    <Card id={id} aria-labelledby={name} className={cn('min-w-0', dense ? 'p-4' : 'p-5 sm:p-6', className)}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={name} className={dense ? 'text-sm font-semibold tracking-normal' : 'text-lg'}>
            {title}
          </h2>
          {note && (
            <p className={dense ? 'text-[0.8125rem] text-muted' : 'mt-1 text-sm text-muted'}>{note}</p>
          )}
        </div>
        {actions}
      </div>
      {children}
    </Card>
  );
}

interface FoldProps {
  title: string;
  note?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A section of the desk that opens on its title. */
export function Fold({ title, note, className, children }: FoldProps) {
  const name = useId();
  return (
    <Card aria-labelledby={name} className={cn('min-w-0', className)}>
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-3 rounded-card p-4 hover:bg-sunken/60 [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden
            className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
          />
          <h2 id={name} className="text-sm font-semibold tracking-normal">
            {title}
          </h2>
          {note && <span className="text-[0.8125rem] text-muted">{note}</span>}
        </summary>
        <div className="px-4 pb-4">{children}</div>
      </details>
    </Card>
  );
}

interface LoadedSectionProps<Data> extends HeadProps, Pick<LoadedProps<Data>, 'children'> {
  title: string;
  /** Of its skeleton, as a class. */
  height?: string;
  /** `Failed to load the` and the title, unless it has words of its own. */
  failed?: string;
  className?: string;
  /** Whether it opens on its title. */
  folded?: boolean;
  /** Placeholder data is what another choice showed, until the answer to the new one is there. */
  query: LoadedProps<Data>['query'] & { isPlaceholderData: boolean };
}

/** A part of the desk that loads on its own, so that one that fails leaves the others. */
export function LoadedSection<Data>(props: LoadedSectionProps<Data>) {
  const { title, note, actions, className, folded, query, children } = props;
  const { failed = `Failed to load the ${title.toLowerCase()}`, height = 'h-40' } = props;
  const { isPlaceholderData } = query;
  const loaded = (
    <Loaded query={query} name={title} failed={failed} loading={<Skeleton className={height} />} warns small>
      {(data) => (
        <div aria-busy={isPlaceholderData} className={cn(isPlaceholderData && 'opacity-60')}>
          {children(data)}
        </div>
      )}
    </Loaded>
  );
  if (folded) {
    return (
      <Fold title={title} note={note} className={cn('@container', className)}>
        {actions && <div className="mb-3">{actions}</div>}
        {loaded}
      </Fold>
    );
  }
  return (
    <Section title={title} note={note} actions={actions} className={cn('@container', className)} dense>
      {loaded}
    </Section>
  );
}
