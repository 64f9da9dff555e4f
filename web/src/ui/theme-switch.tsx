import { Monitor, Moon, Sun } from 'lucide-react';

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

interface ThemeSwitchProps {
  theme: keyof typeof ICONS;
  title: string;
  onClick: () => void;
  className: string;
  /** Whether it is called by its title also beside a text. */
  named?: boolean;
  children?: string | false;
}

/** Changes between the system's colors, light and dark. */
export function ThemeSwitch({ theme, title, named = false, children, ...button }: ThemeSwitchProps) {
  const Icon = ICONS[theme];
  return (
    <button type="button" title={title} aria-label={named ? title : undefined} {...button}>
      <Icon aria-hidden className="size-4.5" />
      {children}
    </button>
  );
}
