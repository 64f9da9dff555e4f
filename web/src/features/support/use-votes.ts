import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as supportApi from '#domain/support/api.ts';
import type { FaqVotes } from '#domain/support/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { toast } from '#web/ui/toast.ts';

/** Votes on the answers. `voter` is the signed-in address, or null. */
const votesQuery = (voter: string | null) =>
  api.query(
    supportApi.listFaqVotes,
    {},
    { queryKey: ['faq-votes', voter], placeholderData: keepPreviousData },
  );

interface Ballot {
  id: string;
  helpful: boolean;
  voter: string;
}

/** The displayed votes. The customer's own vote counts immediately and is withdrawn if it cannot be sent. */
export function useVotes(voter: string | null) {
  const queryClient = useQueryClient();
  const { data: votes, isFetching } = useQuery(votesQuery(voter));
  const show = ({ id, voter: of }: Ballot, change: (before: FaqVotes[number]) => FaqVotes[number]) =>
    queryClient.setQueryData(votesQuery(of).queryKey, (before) =>
      before?.map((entry) => (entry.id === id ? change(entry) : entry)),
    );
  const mark = (ballot: Ballot, helpful: boolean) =>
    show(ballot, (before) =>
      before.voted === helpful
        ? before
        : { ...before, voted: helpful, helpful_count: before.helpful_count + (helpful ? 1 : -1) },
    );
  const cast = useMutation({
    mutationFn: ({ id, helpful }: Ballot) => api.ask(supportApi.voteOnFaq, { id, body: { helpful } }),
    onMutate: async (ballot) => {
      await queryClient.cancelQueries({ queryKey: votesQuery(ballot.voter).queryKey });
      mark(ballot, ballot.helpful);
    },
    onSuccess: (counted, ballot) => show(ballot, () => counted),
    onError: (error, ballot) => {
      mark(ballot, !ballot.helpful);
      toast.error('Your vote was not counted', messageOf(error));
    },
  });
  return { votes, isFetching, cast: cast.mutate };
}
