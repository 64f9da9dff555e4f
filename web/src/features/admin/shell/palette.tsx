import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Bookmark, CornerDownRight, LogOut, type LucideIcon, Zap } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { isFound } from '#domain/search.ts';
import { recordActions } from '#web/features/admin/kit/action-bar.tsx';
import { asParam, paramsOf } from '#web/features/admin/kit/search.ts';
import { viewsQuery } from '#web/features/admin/kit/views-menu.tsx';
import { findQuery, logOut } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { useSettled } from '#web/lib/hooks.ts';
import { PLACES, SCREENS, viewName } from './places.ts';
import { DESK_LINKS } from './rail.tsx';

const itemClass =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 data-[selected=true]:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted';
const groupClass =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted';

/** Finds any customer, policy, claim, message, view or command. */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const admin = useAdmin();
  const [text, setText] = useState('');
  const term = useSettled(text.trim(), 200);
  const found = useQuery(findQuery(term));
  const records = text.trim() === '' ? [] : (found.data ?? []);
  const run = (action: () => unknown) => () => {
    onClose();
    void action();
  };
  const own = recordActions().filter(({ label }) => isFound(label, text));
  const links = DESK_LINKS.filter(
    ({ needs, label }) => (!needs || admin.may(needs)) && isFound(`Go to ${label}`, text),
  );
  const saved = useQuery(viewsQuery).data ?? [];
  // There are many of both, so they show once somebody types.
  const isTyped = text.trim() !== '';
  const places = PLACES.filter(({ label, also = '' }) => isTyped && isFound(`${label} ${also}`, text));
  const views = saved.filter(({ list, name }) => isTyped && isFound(viewName(list, name), text));
  const command = (label: string, Icon: LucideIcon, action: () => unknown): ReactNode => (
    <Command.Item key={label} value={label} onSelect={run(action)} className={itemClass}>
      <Icon aria-hidden />
      {label}
    </Command.Item>
  );
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-[#0a111c]/55" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[12dvh] z-50 mx-auto max-w-xl overflow-hidden rounded-[14px] border border-line bg-surface text-sm text-ink outline-none"
        >
          <Radix.Title className="sr-only">Find</Radix.Title>
          {/* The server filters the records, and the commands are filtered below. */}
          <Command label="Find" shouldFilter={false} loop>
            <Command.Input
              autoFocus
              value={text}
              onValueChange={setText}
              placeholder="Number, name, email, wallet, transaction, document, or a command"
              className="h-13 w-full border-b border-line bg-transparent px-4 text-base outline-none placeholder:text-muted"
            />
            <Command.List className="max-h-[60dvh] overflow-y-auto p-2">
              {found.isError && (
                <p role="alert" className="px-3 py-2 text-coral">
                  {messageOf(found.error)}
                </p>
              )}
              {records.length > 0 && (
                <Command.Group heading="Records" className={groupClass}>
                  {records.map((record) => {
                    const to = SCREENS[record.kind];
                    const Icon = DESK_LINKS.find((link) => link.to === to)?.icon ?? Zap;
                    const search = {
                      open: asParam(record.id),
                      ...(record.document === null ? {} : { document: record.document }),
                    };
                    return (
                      <Command.Item
                        key={`${record.kind}:${record.id}:${record.document}`}
                        value={`${record.kind}:${record.id}:${record.document}`}
                        onSelect={run(() => navigate({ to, search }))}
                        className={itemClass}
                      >
                        <Icon aria-hidden />
                        <span className="flex min-w-0 grow flex-col sm:flex-row sm:justify-between sm:gap-3">
                          <span className="min-w-0 truncate">{record.title}</span>
                          <span className="min-w-0 truncate text-muted">{record.detail}</span>
                        </span>
                      </Command.Item>
                    );
                  })}
                </Command.Group>
              )}
              {own.length > 0 && (
                <Command.Group heading="This record" className={groupClass}>
                  {own.map(({ label, run: act }) =>
                    // The dialog gives the focus back before the action takes it.
                    command(label, Zap, () => setTimeout(act, 0)),
                  )}
                </Command.Group>
              )}
              {views.length > 0 && (
                <Command.Group heading="Saved views" className={groupClass}>
                  {views.map(({ list, name, query }) =>
                    command(viewName(list, name), Bookmark, () =>
                      navigate({ to: `/admin/${list}`, search: paramsOf(query) }),
                    ),
                  )}
                </Command.Group>
              )}
              <Command.Group heading="Commands" className={groupClass}>
                {links.map(({ to, label, icon }) => command(`Go to ${label}`, icon, () => navigate({ to })))}
                {places.map(({ label, link }) => command(label, CornerDownRight, () => navigate(link)))}
                {isFound('Log out', text) && command('Log out', LogOut, logOut)}
              </Command.Group>
              <Command.Empty className="px-3 py-6 text-center text-muted">
                {found.isFetching ? 'Searching…' : 'Nothing matches.'}
              </Command.Empty>
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
