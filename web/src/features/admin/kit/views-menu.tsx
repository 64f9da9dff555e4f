import { useQuery } from '@tanstack/react-query';
import { Bookmark, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { savedViewRequest } from '#domain/admin/records-schema.ts';
import * as viewsApi from '#domain/admin/views-api.ts';
import { IconButton } from '#web/features/admin/parts/icon-button.tsx';
import type { DeskListKey } from '#web/features/admin/paths.ts';
import { adminApi, readAgain } from '#web/features/admin/queries.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Menu, MenuButton } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.ts';
import { Ask } from './asking.tsx';
import { ToolButton } from './display-menu.tsx';
import { useAct } from './use-change.ts';

/** The administrator's saved views of every list. */
export const viewsQuery = adminApi.query(viewsApi.listViews, {}, { staleTime: 60_000 });

interface ViewsMenuProps {
  list: DeskListKey;
  /** The current filters and sort. */
  query: string;
  /** What the current view is called unless somebody names it. */
  name: string;
  onShow: (query: string) => void;
}

/** The administrator's named views of this list. */
export function ViewsMenu({ list, query, name, onShow }: ViewsMenuProps) {
  const [editing, setEditing] = useState(false);
  const { data = [] } = useQuery(viewsQuery);
  const views = data.filter((view) => view.list === list);
  const save = useAct(
    'The view was not saved',
    async () => {
      const body = { list, name: freeName(name, views), query };
      const { name: saved } = await adminApi.ask(viewsApi.saveView, { body });
      toast.success('View saved', saved);
    },
    'views',
  );
  const isSaved = views.some((view) => view.query === query);
  return (
    <>
      <Menu trigger={<ToolButton icon={Bookmark} title="Views" />}>
        {views.map((view) => (
          <MenuButton key={view.id} onClick={() => onShow(view.query)}>
            {view.name}
          </MenuButton>
        ))}
        {!isSaved && <MenuButton onClick={() => save.mutate()}>Save as “{freeName(name, views)}”</MenuButton>}
        <MenuButton onClick={() => setEditing(true)}>Name or delete views…</MenuButton>
      </Menu>
      {editing && (
        <EditViews list={list} query={query} name={name} views={views} onClose={() => setEditing(false)} />
      )}
    </>
  );
}

/** The name, with a number if another view has it, because saving under a name replaces its view. */
function freeName(name: string, views: readonly { name: string }[]): string {
  const taken = new Set(views.map((view) => view.name));
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name.slice(0, 56)} ${number}`)) number += 1;
  return `${name.slice(0, 56)} ${number}`;
}

interface EditViewsProps {
  list: DeskListKey;
  query: string;
  name: string;
  views: readonly { id: number; name: string; query: string }[];
  onClose: () => void;
}

function EditViews({ list, query, name, views, onClose }: EditViewsProps) {
  const remove = useAct(
    'The view was not deleted',
    (id: number) => adminApi.send(viewsApi.deleteView, { id }),
    'views',
  );
  return (
    <Dialog onClose={onClose} title="Views" description="A view keeps filters, search and sort under a name.">
      <Ask
        keep={null}
        schema={savedViewRequest}
        start={{ list, name: views.find((view) => view.query === query)?.name ?? name, query }}
        fields={[{ name: 'name', label: 'Name of the current view', maxLength: 60 }]}
        send={(body) => adminApi.ask(viewsApi.saveView, { body })}
        onDone={() => readAgain('views').then(onClose)}
        action="Save"
        filled
      />
      {views.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-y border-line text-sm">
          {views.map((view) => (
            <li key={view.id} className="flex items-center justify-between gap-3 py-1.5">
              <span className="min-w-0 truncate">{view.name}</span>
              <IconButton
                icon={Trash2}
                label={`Delete the view ${view.name}`}
                onClick={() => remove.mutate(view.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
