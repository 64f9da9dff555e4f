import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { OTHER_LINKS } from './links.ts';

/** Separate from the header, because a visitor without a wallet does not need it. */
export default function OthersMenu({ className }: { className: string }) {
  return (
    <Menu
      trigger={
        <button type="button" className={`${className} gap-1`}>
          Others
          <ChevronDown aria-hidden className="size-4" />
        </button>
      }
    >
      {OTHER_LINKS.map((link) => (
        <MenuItem key={link.to}>
          <Link to={link.to}>{link.label}</Link>
        </MenuItem>
      ))}
    </Menu>
  );
}
