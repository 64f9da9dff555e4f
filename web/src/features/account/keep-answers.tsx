import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as profileApi from '#domain/account/profile-api.ts';
import { answersQuery } from '#web/lib/api/answers-query.ts';
import { api } from '#web/lib/api/api.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { profileKey } from './profile-queries.ts';

/** After the first purchase: offers to keep name, phone and email, so that no form asks for them again. */
export function KeepAnswers({ address }: { address: string }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(answersQuery(address));
  const keep = useMutation({
    mutationFn: ({ name, email, telephone }: { name: string; email: string; telephone: string }) =>
      api.ask(profileApi.updateProfile, { body: { name, email, phone: telephone } }),
    onSuccess: async (profile) => {
      queryClient.setQueryData(profileKey(address), profile);
      await queryClient.invalidateQueries({ queryKey: answersQuery(address).queryKey });
      toast.success('Kept in your profile');
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  if (!data || data.in_profile || data.contact.name === '') return null;
  const { contact } = data;
  return (
    <div className="print:hidden">
      <Notice
        actions={
          <Button size="small" variant="secondary" busy={keep.isPending} onClick={() => keep.mutate(contact)}>
            Keep in my profile
          </Button>
        }
      >
        Keep your name, phone number and email address in your profile? Then you won’t have to type them
        again.
      </Notice>
    </div>
  );
}
