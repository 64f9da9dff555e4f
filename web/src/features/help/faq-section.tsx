import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ThumbsUp } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { isFound } from '#domain/search.ts';
import * as supportApi from '#domain/support/api.ts';
import { FAQ_CATEGORIES } from '#domain/support/categories.ts';
import { FAQ, type FaqItem } from '#domain/support/faq.ts';
import type { FaqVotes } from '#domain/support/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { formatCount } from '#web/lib/format.ts';
import { Accordion } from '#web/ui/accordion.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FilterButtons, ResultCount, SearchInput } from '#web/ui/list-tools.tsx';

import { toast } from '#web/ui/toast.ts';
import type { SupportSearch } from './search.ts';

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
function useVotes(voter: string | null) {
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

const filterFaq = ({ search = '', category }: SupportSearch): FaqItem[] =>
  FAQ.filter(
    (item) =>
      (category === undefined || item.category === category) &&
      isFound([item.question, item.answer].join('\n'), search),
  );

const CATEGORIES = (['All', ...FAQ_CATEGORIES] as const).map((value) => ({ value, label: value }));

interface FaqProps {
  view: SupportSearch;
  onView: (view: SupportSearch) => void;
  /** The signed-in address, or null. */
  voter: string | null;
  signIn: (title: string) => ReactNode;
}

function Filters({ view, onView }: Pick<FaqProps, 'view' | 'onView'>) {
  return (
    <div className="flex flex-col gap-3">
      <SearchInput
        aria-label="Search questions"
        placeholder="Search questions and answers..."
        value={view.search ?? ''}
        onChange={(event) => onView({ ...view, search: event.target.value || undefined })}
      />
      <FilterButtons
        legend="Category"
        options={CATEGORIES}
        value={view.category ?? 'All'}
        onChange={(category) => onView({ ...view, category: category === 'All' ? undefined : category })}
      />
    </div>
  );
}

interface AnswerProps {
  item: FaqItem;
  votes: FaqVotes[number] | undefined;
  onVote: () => void;
  signIn: ReactNode;
}

function Answer({ item, votes, onVote, signIn }: AnswerProps) {
  const count = votes?.helpful_count ?? 0;
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-[65ch] text-[0.9375rem] text-pretty text-muted">{item.answer}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          size="small"
          variant="secondary"
          aria-pressed={votes?.voted ?? false}
          className={votes?.voted ? 'border-teal! text-teal!' : ''}
          onClick={onVote}
          icon={ThumbsUp}
        >
          Helpful
        </Button>
        {votes && (
          <p className="figures text-sm text-muted">
            {count === 0
              ? 'No votes yet'
              : `${formatCount(count)} ${count === 1 ? 'person' : 'people'} found this helpful`}
          </p>
        )}
      </div>
      {signIn}
    </div>
  );
}

export function FaqSection({ view, onView, voter, signIn }: FaqProps) {
  const { votes, isFetching, cast } = useVotes(voter);
  const [waiting, setWaiting] = useState<string | null>(null);
  const items = filterFaq(view);
  // Wait until the votes of the new sign-in are loaded, since they may already contain this vote.
  useEffect(() => {
    if (voter === null || waiting === null || isFetching) return;
    setWaiting(null);
    cast({ id: waiting, helpful: true, voter });
  }, [voter, waiting, isFetching, cast]);
  const votesOf = (id: string) => votes?.find((entry) => entry.id === id);
  return (
    <section aria-labelledby="faq" className="flex flex-col gap-4">
      <h2 id="faq" className="text-2xl">
        Frequently asked questions
      </h2>
      <Filters view={view} onView={onView} />
      <ResultCount
        count={view.search || view.category ? items.length : null}
        one="question"
        many="questions"
      />
      {items.length > 0 && (
        <Card className="px-5 sm:px-6">
          <Accordion
            value={view.question ?? ''}
            onChange={(question) => onView({ ...view, question: question || undefined })}
            entries={items.map((item) => ({
              key: item.id,
              title: item.question,
              content: (
                <Answer
                  item={item}
                  votes={votesOf(item.id)}
                  onVote={() => {
                    if (voter === null) setWaiting(item.id);
                    else cast({ id: item.id, helpful: !votesOf(item.id)?.voted, voter });
                  }}
                  signIn={waiting === item.id && voter === null && signIn('Sign in to vote')}
                />
              ),
            }))}
          />
        </Card>
      )}
      {items.length === 0 && (
        <Card className="flex flex-col items-start gap-3 p-6">
          <p className="font-medium">No questions match</p>
          <p className="text-[0.9375rem] text-muted">
            Try another word or all categories, or ask us below: a person answers.
          </p>
          <Button variant="secondary" size="small" onClick={() => onView({})}>
            Clear filters
          </Button>
        </Card>
      )}
    </section>
  );
}
