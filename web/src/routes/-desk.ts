import { lazyRouteComponent } from '@tanstack/react-router';

/** A screen of the desk. All of them are one chunk, so that what customers load names it once. */
export const deskScreen = <Name extends keyof typeof import('../features/admin/desk/screens.ts')>(
  name: Name,
) => lazyRouteComponent(() => import('../features/admin/desk/screens.ts'), name);
