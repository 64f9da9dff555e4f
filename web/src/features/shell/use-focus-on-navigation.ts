import { useRouter } from '@tanstack/react-router';
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
