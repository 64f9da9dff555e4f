import { proxy } from 'valtio';
import { KEYS, local } from './storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const darkSystem = () => window.matchMedia('(prefers-color-scheme: dark)');

function stored(): Theme {
  const value = local.text(KEYS.theme);
  return value === 'light' || value === 'dark' ? value : 'system';
}

/** Follows the system until `watchSystemTheme` has read the choice: a prerendered page knows none. */
export const preferences = proxy<{ theme: Theme }>({ theme: 'system' });

function apply(): void {
  const dark = preferences.theme === 'dark' || (preferences.theme === 'system' && darkSystem().matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

export function setTheme(theme: Theme): void {
  preferences.theme = theme;
  if (theme === 'system') local.remove(KEYS.theme);
  else local.writeText(KEYS.theme, theme);
  apply();
}

/** Restores the customer's choice; without one, follows the system setting. */
export function watchSystemTheme(): void {
  preferences.theme = stored();
  apply();
  darkSystem().addEventListener('change', apply);
}
