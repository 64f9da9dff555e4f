import { lazyRouteComponent } from '@tanstack/react-router';
import { loadedOnce, loadPart } from '#web/lib/load-part.ts';
import { pageTitle } from '#web/lib/title.ts';

const loadScreens = loadedOnce(() => loadPart(() => import('#web/features/admin/desk/screens.ts')));

type Screens = typeof import('#web/features/admin/desk/screens.ts');

/** A part of the desk. All of them are one chunk, so that what customers load names it once. */
export const deskPart = <Name extends keyof Screens>(name: Name) => lazyRouteComponent(loadScreens, name);

/** A screen of the desk with its title. */
export const deskScreen = (name: keyof Screens, title: string) => ({
  head: pageTitle(title),
  component: deskPart(name),
});
