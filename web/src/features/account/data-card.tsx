import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as profileApi from '#domain/account/profile-api.ts';
import { api } from '#web/lib/api/api.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Section } from '#web/ui/section.tsx';
import { Failure } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';

function DeleteDialog({ onClose, onDeleted }: { onClose: () => void; onDeleted: () => void }) {
  const remove = useMutation({ mutationFn: () => api.ask(profileApi.deleteProfile) });
  if (remove.data) {
    return (
      <Dialog open onClose={onDeleted} title="Your profile is deleted">
        <ul className="flex list-disc flex-col gap-2 pl-5">
          {remove.data.kept.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <div className="mt-6 flex justify-end">
          <Button onClick={onDeleted}>Close</Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={onClose} title="Delete your profile?" description="This cannot be undone.">
      <div className="flex flex-col gap-4">
        <p>
          Your name, email address, phone number, picture, preferences, notifications and webhooks are deleted
          immediately, and you are signed out everywhere.
        </p>
        <p>
          We keep your policies, claims, messages and payments: they are contracts that we must be able to
          prove and fulfill. You stay covered, and you can sign in again at any time.
        </p>
        <Failure title="Your profile could not be deleted" error={remove.error} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Keep my profile
          </Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            Delete my profile
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Export and deletion of the customer's data. `onDeleted` ends the session, which the server no longer knows. */
export function DataCard({ onDeleted }: { onDeleted: () => void }) {
  const [asking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const download = useMutation({
    mutationFn: () => api.download(profileApi.exportProfile),
    onSuccess: (file) => {
      saveFile(file);
      toast.success('Your data was downloaded');
    },
  });
  return (
    <Section title="Your data">
      <p className="text-sm text-muted">
        The export is one file with everything that we keep about this wallet, readable by people and
        programs.
      </p>
      <Failure title="Your data could not be exported" className="mt-4" error={download.error} />
      <div className="mt-5 flex flex-wrap gap-3">
        <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
          Export my data
        </Button>
        <Button variant="danger" onClick={() => setAsking(true)}>
          Delete my profile…
        </Button>
      </div>
      {asking && (
        <DeleteDialog
          onClose={() => setAsking(false)}
          onDeleted={() => {
            setAsking(false);
            queryClient.clear();
            onDeleted();
          }}
        />
      )}
    </Section>
  );
}
