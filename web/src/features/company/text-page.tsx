import { ChevronDown } from 'lucide-react';
import { Children, isValidElement, type ReactNode } from 'react';
import { longDate } from '#web/lib/format.ts';

export const PROSE =
  '[&_p]:mt-3 [&_p]:text-pretty [&_h3]:mt-7 [&_h3]:text-base [&_h2+h3]:mt-4 [&_ul]:mt-3 [&_ul]:list-disc [&_ul]:pl-5 [&_ol]:mt-3 [&_ol]:list-decimal [&_ol]:pl-5 [&_li]:mt-1.5 [&_li]:pl-1 [&_li]:marker:text-muted [&_figure]:mt-4 [&_dl]:mt-4';

interface PartProps {
  /** Anchor of the part. It stays the same when the title changes. */
  id: string;
  title: string;
  children: ReactNode;
}

export function Part({ id, title, children }: PartProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={`${PROSE} mt-10`}>
      <h2 id={`${id}-title`} className="text-xl sm:text-[1.375rem]">
        {title}
      </h2>
      {children}
    </section>
  );
}

const partsOf = (children: ReactNode): PartProps[] =>
  Children.toArray(children).flatMap((child) =>
    isValidElement<PartProps>(child) && child.type === Part ? [child.props] : [],
  );

interface TextPageProps {
  title: string;
  lead: ReactNode;
  /** UTC day `YYYY-MM-DD` of the last change, for legal texts. */
  changed?: string;
  children: ReactNode;
  contents?: boolean;
  picture?: ReactNode;
  after?: ReactNode;
}

const linkClass = 'inline-block py-1.5 leading-snug text-muted hover:text-ink hover:underline';

function Contents({ parts }: { parts: readonly PartProps[] }) {
  const list = (
    <ul className="flex flex-col text-sm">
      {parts.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`} className={linkClass}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <details className="mt-8 rounded-card border border-line bg-surface px-4 lg:hidden">
        <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between text-[0.9375rem] font-medium [&::-webkit-details-marker]:hidden">
          On this page
          <ChevronDown aria-hidden className="size-4 text-muted in-[details[open]>summary]:rotate-180" />
        </summary>
        <nav aria-label="On this page" className="pb-3">
          {list}
        </nav>
      </details>
      <nav
        aria-label="On this page"
        className="sticky top-24 max-h-[calc(100dvh-8rem)] self-start overflow-y-auto max-lg:hidden"
      >
        <p className="pb-1 text-sm font-medium">On this page</p>
        {list}
      </nav>
    </>
  );
}

export function TextPage(props: TextPageProps) {
  const { title, lead, changed, children, contents = false, picture, after } = props;
  return (
    <div className="page py-10 sm:py-14">
      <div className={picture ? 'relative' : undefined}>
        {picture && <div className="absolute top-0 right-0 max-xl:hidden">{picture}</div>}
        <div className="max-w-[44rem]">
          <h1 className="text-3xl tracking-[-0.025em] sm:text-4xl">{title}</h1>
          <p className="mt-4 text-lg text-pretty text-muted">{lead}</p>
          {changed && (
            <p className="mt-3 text-sm text-muted">
              Last changed on <time dateTime={changed}>{longDate(changed)}</time>
            </p>
          )}
        </div>
      </div>
      <div
        className={contents ? 'lg:grid lg:grid-cols-[13rem_minmax(0,44rem)] lg:gap-14 lg:pt-10' : undefined}
      >
        {contents && <Contents parts={partsOf(children)} />}
        <div className={contents ? 'lg:[&>section:first-child]:mt-0' : 'max-w-[44rem]'}>
          {children}
          {after}
        </div>
      </div>
    </div>
  );
}
