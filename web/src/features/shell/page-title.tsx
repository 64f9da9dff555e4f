import { useRouterState } from '@tanstack/react-router';

/** The title of the innermost route that has one. The head needs nothing else, so no more code loads for it. */
export function PageTitle() {
  const title = useRouterState({
    select: ({ matches }) => matches.flatMap(({ meta }) => meta ?? []).findLast((tag) => tag?.title)?.title,
  });
  return <title>{title}</title>;
}
