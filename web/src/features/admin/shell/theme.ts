import { Monitor, Moon, Sun } from 'lucide-react';
import type { Theme } from '#web/state/theme.ts';

export const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;
const NAMES = { system: 'as the system', light: 'light', dark: 'dark' } as const;

export const themeLabel = (theme: Theme, next: Theme) =>
  `Appearance: ${NAMES[theme]}. Change to ${NAMES[next]}`;
