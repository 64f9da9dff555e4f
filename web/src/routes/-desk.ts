import { lazyRouteComponent } from '@tanstack/react-router';
import { loadedOnce, loadPart } from '#web/lib/load-part.ts';

const loadScreens = loadedOnce(() => loadPart(() => import('#web/features/admin/desk/screens.ts')));

/** A screen of the desk. All of them are one chunk, so that what customers load names it once. */
export const deskScreen = <Name extends keyof typeof import('#web/features/admin/desk/screens.ts')>(
  name: Name,
) => lazyRouteComponent(loadScreens, name);
