import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** After a change of page the heading takes the focus, so that a screen reader says where one is. */
export function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return;
        const heading = document.querySelector<HTMLElement>('main h1');
        heading?.setAttribute('tabindex', '-1');
        (heading ?? document.getElementById('main'))?.focus({ preventScroll: true });
      }),
    [router],
  );
}
