import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useRef } from 'react';
import * as profileApi from '#domain/account/profile-api.ts';
import { AVATAR_TYPES } from '#domain/files.ts';
import { api } from '#web/lib/api/api.ts';
import { useObjectUrl } from '#web/lib/hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Failure } from '#web/ui/states.tsx';
import { profileKey } from './profile-queries.ts';

/** Edge length of a stored picture, in pixels. */
const EDGE = 512;

/** The center square of a picture, scaled to 512 px as JPEG. Throws a sentence if the file is not a picture. */
async function squarePicture(file: File): Promise<File> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) throw new Error('This file is not a picture that your browser can read.');
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = EDGE;
  canvas.height = EDGE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('Your browser cannot prepare pictures.');
  // A picture may be transparent, and JPEG has no transparency.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, EDGE, EDGE);
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
  context.drawImage(picture, left, top, side, side, 0, 0, EDGE, EDGE);
  picture.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        if (blob) resolve(new File([blob], 'picture.jpg', { type: blob.type }));
        else reject(new Error('Your browser cannot prepare this picture.'));
      },
      'image/jpeg',
      0.85,
    );
  });
}

/** The uploaded picture. `version` changes with each upload, so that an old one is not shown again. */
const avatarQuery = (address: string, url: string | null) =>
  api.downloadQuery(profileApi.getAvatar, {}, { queryKey: ['avatar', address, url], enabled: url !== null });

interface AvatarProps {
  address: string;
  name: string;
  url: string | null;
}

/** Initials of a name; empty without a name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  return picked.map((word) => [...(word ?? '')][0]?.toUpperCase()).join('');
}

function Picture({ address, name, url }: AvatarProps) {
  const { data } = useQuery(avatarQuery(address, url));
  const shown = useObjectUrl(data?.blob ?? null);
  if (shown) {
    return (
      <img src={shown} alt="" className="size-20 shrink-0 rounded-full border border-line object-cover" />
    );
  }
  return (
    <span
      aria-hidden
      className="grid size-20 shrink-0 place-items-center rounded-full bg-teal-soft text-2xl font-semibold text-teal"
    >
      {initialsOf(name) || <UserRound className="size-9" strokeWidth={1.5} />}
    </span>
  );
}

/** The picture and its upload. The browser crops it to a square, so that any photo works. */
export function Avatar(props: AvatarProps) {
  const { address, url } = props;
  const input = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: profileKey(address) });
  const upload = useMutation({
    mutationFn: async (file: File) => api.upload(profileApi.uploadAvatar, {}, await squarePicture(file)),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['avatar', address] });
      await refresh();
    },
  });
  const remove = useMutation({ mutationFn: () => api.send(profileApi.deleteAvatar), onSuccess: refresh });
  const failed = upload.error ?? remove.error;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-5">
        <Picture {...props} />
        <div className="flex flex-col gap-2">
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              size="small"
              busy={upload.isPending}
              onClick={() => input.current?.click()}
            >
              {url === null ? 'Upload a picture' : 'Change picture'}
            </Button>
            {url !== null && (
              <Button variant="quiet" size="small" busy={remove.isPending} onClick={() => remove.mutate()}>
                Remove
              </Button>
            )}
          </div>
          <p className="text-sm text-muted">JPEG or PNG. Only you and our support see it.</p>
          <input
            ref={input}
            type="file"
            aria-hidden
            accept={AVATAR_TYPES.join(',')}
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = '';
              if (file) upload.mutate(file);
            }}
          />
        </div>
      </div>
      <Failure title="The picture could not be changed" error={failed} />
    </div>
  );
}
