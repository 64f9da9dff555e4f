import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api/errors.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { deleteView, saveView, viewsQuery } from './queries.ts';
import type { DeskListKey } from './types.ts';

interface ViewsMenuProps {
  list: DeskListKey;
  /** The current filters and sort. */
  query: string;
  onShow: (query: string) => void;
}

/** The administrator's named views of this list. */
export function ViewsMenu({ list, query, onShow }: ViewsMenuProps) {
  const [editing, setEditing] = useState(false);
  const { data = [] } = useQuery(viewsQuery);
  const views = data.filter((view) => view.list === list);
  return (
    <>
      <Menu
        trigger={
          <button type="button" className={buttonClass({ variant: 'secondary', size: 'dense' })}>
            <Bookmark aria-hidden />
            Views
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
        <MenuItem>
          <button type="button" onClick={() => setEditing(true)}>
            Save or delete views…
          </button>
        </MenuItem>
      </Menu>
      {editing && <EditViews list={list} query={query} views={views} onClose={() => setEditing(false)} />}
    </>
  );
}

interface EditViewsProps {
  list: DeskListKey;
  query: string;
  views: readonly { id: number; name: string }[];
  onClose: () => void;
}

function EditViews({ list, query, views, onClose }: EditViewsProps) {
  const [name, setName] = useState('');
  const cache = useQueryClient();
  const reload = () => cache.invalidateQueries(viewsQuery);
  const save = useMutation({
    mutationFn: () => saveView({ list, name: name.trim(), query }),
    onSuccess: () => reload().then(onClose),
  });
  const remove = useMutation({ mutationFn: deleteView, onSettled: reload });
  const error = save.error ?? remove.error;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Views"
      description="A view keeps filters, search and sort under a name."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') save.mutate();
        }}
        className="flex items-end gap-2"
      >
        <Field label="Name of the current view" className="grow">
          {(aria) => (
            <Input {...aria} value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <Button type="submit" disabled={name.trim() === ''} busy={save.isPending}>
          Save
        </Button>
      </form>
      {error && (
        <p role="alert" className="mt-2 text-sm text-coral">
          {messageOf(error)}
        </p>
      )}
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
