import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import {
  BookOpenText,
  ChartColumn,
  ChartLine,
  CircleAlert,
  CircleDollarSign,
  Command,
  FileText,
  Inbox,
  Keyboard,
  LayoutDashboard,
  LogOut,
  type LucideIcon,
  Menu,
  MessageSquare,
  PanelLeftClose,
  PanelLeftOpen,
  ScrollText,
  Settings,
  ShieldAlert,
  Users,
  Wallet,
  X,
} from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { QueueCounts } from '#domain/admin/records-schema.ts';
import type { DeskPath } from '#web/features/admin/paths.ts';
import { countsQuery, logOut } from '#web/features/admin/queries.ts';
import { type Admin, useAdmin } from '#web/features/admin/use-admin.ts';
import { cn } from '#web/lib/cn.ts';
import { desk } from '#web/state/desk.ts';
import { useTheme } from '#web/state/theme.ts';
import { Button } from '#web/ui/button.tsx';
import { LogoMark } from '#web/ui/logo.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';

interface DeskLink {
  to: DeskPath;
  label: string;
  icon: LucideIcon;
  needs?: Parameters<Admin['may']>[0];
  /** What of the queue's counts stands beside it. */
  counts?: Exclude<keyof QueueCounts, 'newest'>;
}

/** The desk's screens in the order of the rail (admin.md §2, then ours). */
export const DESK_LINKS: readonly DeskLink[] = [
  { to: '/admin/admin-dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/admin/queue', label: 'Work queue', icon: Inbox, counts: 'queue' },
  { to: '/admin/users', label: 'Users', icon: Users },
  { to: '/admin/policies', label: 'Policies', icon: FileText, counts: 'policies' },
  { to: '/admin/claims', label: 'Claims', icon: ShieldAlert, counts: 'claims' },
  { to: '/admin/messages', label: 'Messages', icon: MessageSquare, counts: 'messages' },
  { to: '/admin/analytics', label: 'Analytics', icon: ChartLine },
  { to: '/admin/revenue', label: 'Revenue', icon: CircleDollarSign },
  { to: '/admin/reports', label: 'Reports', icon: ChartColumn },
  { to: '/admin/books', label: 'Books', icon: BookOpenText },
  { to: '/admin/exceptions', label: 'Exceptions', icon: CircleAlert, counts: 'exceptions' },
  { to: '/admin/contract', label: 'Contract', icon: Wallet },
  { to: '/admin/audit-log', label: 'Audit log', icon: ScrollText, needs: 'audit_log.read' },
  { to: '/admin/settings', label: 'Settings', icon: Settings },
];

interface RailProps {
  onPalette: () => void;
  onKeys: () => void;
}

const entryClass =
  'flex h-9 w-full items-center gap-2.5 rounded-lg px-2.5 text-muted hover:bg-sunken hover:text-ink data-[status=active]:bg-sunken data-[status=active]:font-medium data-[status=active]:text-ink pointer-coarse:h-11 [&_svg]:size-[1.125rem] [&_svg]:shrink-0';

interface EntryProps {
  link: DeskLink;
  /** How much there is to do on that screen. */
  count: number | undefined;
  closed: boolean;
}

function Entry({ link: { to, label, icon: Icon }, count = 0, closed }: EntryProps) {
  const id = useId();
  return (
    <li className="relative">
      <Link
        to={to}
        className={cn(entryClass, count > 0 && !closed && 'pr-12')}
        activeOptions={{ includeSearch: false }}
        aria-describedby={count > 0 ? id : undefined}
        {...(closed ? { 'aria-label': label, title: label } : {})}
      >
        <Icon aria-hidden />
        {!closed && label}
      </Link>
      {count > 0 && (
        <span
          id={id}
          className={cn(
            'figures pointer-events-none absolute text-xs',
            closed
              ? 'top-0 right-0 rounded-full bg-teal-soft px-1 leading-4 text-teal'
              : 'inset-y-0 right-2.5 flex items-center text-muted',
          )}
        >
          {count > MOST ? `${MOST}+` : count}
          <span className="sr-only"> to do</span>
        </span>
      )}
    </li>
  );
}

/** A larger count needs no more digits. */
const MOST = 999;

/** The links and commands; `closed` shows icons whose names appear on hover. */
function Entries({ closed, onPalette, onKeys }: RailProps & { closed: boolean }) {
  const admin = useAdmin();
  const { data: counts } = useQuery(countsQuery);
  const name = (label: string) => (closed ? { 'aria-label': label, title: label } : {});
  return (
    <>
      <ul className="flex flex-col gap-0.5">
        {DESK_LINKS.filter(({ needs }) => !needs || admin.may(needs)).map((link) => (
          <Entry key={link.to} link={link} count={link.counts && counts?.[link.counts]} closed={closed} />
        ))}
      </ul>
      <div className="mt-auto flex flex-col gap-0.5 pt-4">
        <button type="button" onClick={onPalette} className={entryClass} {...name('Find')}>
          <Command aria-hidden />
          {!closed && (
            <>
              Find <kbd className="ml-auto font-sans text-xs text-muted">Ctrl K</kbd>
            </>
          )}
        </button>
        <button type="button" onClick={onKeys} className={`${entryClass} max-lg:hidden`} {...name('Keys')}>
          <Keyboard aria-hidden />
          {!closed && 'Keys'}
        </button>
        <ThemeSwitch {...useTheme()} className={entryClass} named>
          {!closed && 'Appearance'}
        </ThemeSwitch>
        {!closed && (
          <div className="mt-2 border-t border-line px-2.5 pt-3 pb-1">
            <p className="truncate font-medium" title={admin.name}>
              {admin.name}
            </p>
            <p className="truncate text-xs text-muted">{admin.role_label}</p>
          </div>
        )}
        <button type="button" onClick={() => void logOut()} className={entryClass} {...name('Logout')}>
          <LogOut aria-hidden />
          {!closed && 'Logout'}
        </button>
      </div>
    </>
  );
}

/** The left rail; on small screens a bar with a menu. */
export function Rail(props: RailProps) {
  const { rail } = useSnapshot(desk);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [menu, setMenu] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page closes the menu.
  useEffect(() => setMenu(false), [path]);
  const closed = rail === 'closed';
  const foldLabel = closed ? 'Show names' : 'Show icons only';
  return (
    <>
      <header className="flex h-13 shrink-0 items-center gap-2 border-b border-line bg-surface px-3 lg:hidden">
        <LogoMark className="size-6" />
        <span className="font-medium">Mooring desk</span>
        <Button
          variant="quiet"
          size="icon"
          icon={Command}
          aria-label="Find"
          onClick={props.onPalette}
          className="ml-auto"
        />
        <Button
          variant="quiet"
          size="icon"
          icon={menu ? X : Menu}
          aria-label={menu ? 'Close menu' : 'Open menu'}
          aria-expanded={menu}
          aria-controls="desk-menu"
          onClick={() => setMenu(!menu)}
        />
      </header>
      {menu && (
        <nav
          id="desk-menu"
          aria-label="Desk"
          className="fixed inset-x-0 top-13 bottom-0 z-40 flex flex-col overflow-y-auto bg-surface p-3 lg:hidden"
        >
          <Entries {...props} closed={false} />
        </nav>
      )}
      <nav
        aria-label="Desk"
        data-rail={closed ? 'narrow' : 'wide'}
        className={`hidden shrink-0 flex-col overflow-y-auto border-r border-line bg-surface p-3 lg:flex ${closed ? 'w-16' : 'w-54'}`}
      >
        <div className={`mb-4 flex items-center gap-2 ${closed ? 'flex-col' : 'pl-2'}`}>
          <LogoMark className="size-6 shrink-0" />
          {!closed && <span className="font-medium">Mooring desk</span>}
          <Button
            variant="quiet"
            size="denseIcon"
            icon={closed ? PanelLeftOpen : PanelLeftClose}
            aria-label={foldLabel}
            title={foldLabel}
            onClick={() => {
              desk.rail = closed ? 'open' : 'closed';
            }}
            className={closed ? '' : 'ml-auto'}
          />
        </div>
        <Entries {...props} closed={closed} />
      </nav>
    </>
  );
}
