import { useMutation, useQuery } from '@tanstack/react-query';
import { Bookmark, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { savedViewRequest } from '#domain/admin/records-schema.ts';
import * as viewsApi from '#domain/admin/views-api.ts';
import { FormError } from '#web/features/admin/parts/action-form.tsx';
import type { DeskListKey } from '#web/features/admin/paths.ts';
import { adminApi, readAgain } from '#web/features/admin/queries.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/form.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.ts';
import { TOOL_NAME } from './columns.ts';

const viewsQuery = adminApi.query(viewsApi.listViews, {}, { staleTime: 60_000 });

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
  const save = useMutation({
    mutationFn: () => adminApi.ask(viewsApi.saveView, { body: { list, name: freeName(name, views), query } }),
    onSuccess: ({ name: saved }) => toast.success('View saved', saved),
    onError: (error) => toast.error('The view was not saved', messageOf(error)),
    onSettled: () => readAgain('views'),
  });
  const isSaved = views.some((view) => view.query === query);
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            title="Views"
            className={buttonClass({ variant: 'secondary', size: 'dense' })}
          >
            <Bookmark aria-hidden />
            <span className={TOOL_NAME}>Views</span>
          </button>
        }
      >
        {views.map((view) => (
          <MenuItem key={view.id}>
            <button type="button" onClick={() => onShow(view.query)}>
              {view.name}
            </button>
          </MenuItem>
        ))}
        {!isSaved && (
          <MenuItem>
            <button type="button" onClick={() => save.mutate()}>
              Save as “{freeName(name, views)}”
            </button>
          </MenuItem>
        )}
        <MenuItem>
          <button type="button" onClick={() => setEditing(true)}>
            Name or delete views…
          </button>
        </MenuItem>
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
  const reload = () => readAgain('views');
  const form = useApiForm({
    keep: null,
    schema: savedViewRequest,
    defaultValues: { list, name: views.find((view) => view.query === query)?.name ?? name, query },
    send: (body) => adminApi.ask(viewsApi.saveView, { body }),
    onDone: () => reload().then(onClose),
  });
  const remove = useMutation({
    mutationFn: (id: number) => adminApi.send(viewsApi.deleteView, { id }),
    onSettled: reload,
  });
  const error = form.sending.error ?? remove.error;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Views"
      description="A view keeps filters, search and sort under a name."
    >
      <form noValidate onSubmit={form.submit} className="mb-2 flex items-end gap-2">
        <TextField
          form={form}
          name="name"
          label="Name of the current view"
          fieldClass="grow"
          maxLength={60}
        />
        <Button type="submit" disabled={form.watch('name').trim() === ''} busy={form.sending.isPending}>
          Save
        </Button>
      </form>
      <FormError error={error} />
      {views.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-y border-line text-sm">
          {views.map((view) => (
            <li key={view.id} className="flex items-center justify-between gap-3 py-1.5">
              <span className="min-w-0 truncate">{view.name}</span>
              <Button
                variant="quiet"
                size="denseIcon"
                aria-label={`Delete the view ${view.name}`}
                onClick={() => remove.mutate(view.id)}
              >
                <Trash2 aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
