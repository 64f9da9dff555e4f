import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusHeading } from '../../lib/focus-heading.ts';

/** After a change of page the heading takes the focus, so that a screen reader says where one is. */
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
