import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusHeading } from '#web/lib/focus-heading.ts';

/** Focuses the heading after navigation, so that a screen reader announces the new page. */
export function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return;
        focusHeading();
      }),
    [router],
  );
}

/** The title of the innermost route that has one. The head needs nothing else, so no more code loads for it. */
export function PageTitle() {
  const title = useRouterState({
    select: ({ matches }) => matches.flatMap(({ meta }) => meta ?? []).findLast((tag) => tag?.title)?.title,
  });
  return <title>{title}</title>;
}
