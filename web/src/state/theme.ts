import { proxy } from 'valtio';
import { KEYS } from './storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const darkSystem = () => window.matchMedia('(prefers-color-scheme: dark)');

function stored(): Theme {
  try {
    const value = window.localStorage.getItem(KEYS.theme);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system';
  }
}

export const preferences = proxy<{ theme: Theme }>({ theme: stored() });

function apply(): void {
  const dark = preferences.theme === 'dark' || (preferences.theme === 'system' && darkSystem().matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

export function setTheme(theme: Theme): void {
  preferences.theme = theme;
  try {
    if (theme === 'system') window.localStorage.removeItem(KEYS.theme);
    else window.localStorage.setItem(KEYS.theme, theme);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  apply();
}

/** Follows the system setting until the customer chooses a theme. */
export function watchSystemTheme(): void {
  apply();
  darkSystem().addEventListener('change', apply);
}
