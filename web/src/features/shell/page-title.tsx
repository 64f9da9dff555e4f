import { useRouterState } from '@tanstack/react-router';

/** The title of the innermost page that has one: all that this site puts into its head, so that nothing more is loaded for it. */
export function PageTitle() {
  const title = useRouterState({
    select: ({ matches }) => matches.flatMap(({ meta }) => meta ?? []).findLast((tag) => tag?.title)?.title,
  });
  return <title>{title}</title>;
}
