/**
 * Steps of customers and the desk, and how often each comes in a random sequence. Broken on purpose, and noticed within three
 * sequences: the owner of a claim in `findOwn` and in `findDetail`, who decides a second look, a second second look, a second
 * withdrawal, a second cancellation, a cancellation beside an open claim, and a rejection of what was approved.
 */
import fc from 'fast-check';
import { claimBody, submit } from '../claims.ts';
import { HOME, runSchedule, usual } from '../harness.ts';
import {
  type Claim,
  DEDUCTIBLE,
  type Desk,
  demand,
  isVoid,
  type Model,
  type Policy,
  pick,
  type Real,
  type Who,
} from './product.ts';
import {
  cancelPolicy,
  compare,
  expects,
  lookAgain,
  other,
  payClaim,
  preparePayout,
  refundPolicy,
  sane,
  settleClaim,
  withdrawFrom,
} from './steps.ts';

type Command = fc.AsyncCommand<Model, Real>;

/** A command by its name and what it does. */
function command(
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  check = (_: Model) => true,
): Command {
  return {
    check: (model) => check(model),
    run: async (model, real) => {
      real.steps.push(name);
      const kind = name.split(' ')[0] ?? '';
      real.counts[kind] = (real.counts[kind] ?? 0) + 1;
      await run(model, real);
    },
    toString: () => name,
  };
}

/** Three times in four one of those that something can happen to, otherwise any. */
function likely(claims: readonly Claim[], able: (claim: Claim) => boolean, drawn: number): Claim {
  const some = claims.filter(able);
  return pick(some.length > 0 && drawn % 4 < 3 ? some : claims, drawn) as Claim;
}

const isUndecided = ({ status }: Claim) => status === 'pending' || status === 'under_review';
const isRejected = ({ status }: Claim) => status === 'rejected';
const isApproved = ({ status }: Claim) => status === 'approved';

let homes = 0;
const buy = (who: Who): Command =>
  command(`buy ${who}`, async (model, real) => {
    const customer = real[who];
    homes += 1;
    // Whoever has withdrawn from two policies for one home gets the next one only after a review.
    const details = { ...HOME, house_address: `${homes} Quay Street, Bristol` };
    const quote = expects(real, await customer.quote({ details }), [200], 'A quote').data;
    const hash = await customer.pay(quote);
    const bought = expects(real, await customer.report(hash), [201], 'The report of a payment').data;
    model.policies.push({
      id: bought.id,
      owner: who,
      status: 'active',
      leaving: 'no',
      withdrawnAt: null,
      paidUsd: 0,
    });
    expects(real, await customer.report(hash), [200], 'A second report of the same payment');
    const body = { wallet_address: real[other(who)].address, tx_hash: hash, chain_id: usual.chain_id };
    expects(real, await real[other(who)].call('/insurance/home-quote', { body }), [409], 'Another’s report');
  });

const claim = (drawn: number, amount: number): Command =>
  command(
    `claim ${amount} on policy ${drawn}`,
    async (model, real) => {
      const policy = pick(model.policies, drawn) as Policy;
      const of = { id: policy.id, policy_type: 'home' } as const;
      // The same claim again within half a minute would be a repeat.
      const claimed = {
        claim_amount: amount,
        description: `Step ${real.steps.length}: a pipe burst in the kitchen.`,
      };
      const body = claimBody(of, claimed);
      const refused = await real[other(policy.owner)].call('/claims/submit', { body });
      expects(real, refused, [404], 'A claim on another’s policy');
      const answer = sane(real, await submit(real[policy.owner], of, claimed), 'A claim');
      if (isVoid(policy)) return demand(real, answer.status >= 400, 'A claim on a void policy is taken');
      // A cover that was canceled in the second in which it began had no time for an incident.
      const isSure = amount > DEDUCTIBLE && policy.status === 'active';
      expects(real, answer, isSure ? [201] : [201, 422], 'A claim');
      if (answer.status !== 201) return;
      // A claim closes a cancellation that was asked for, at the next scheduled run while it is open.
      if (policy.leaving === 'cancellation') {
        await runSchedule({}, {}, ['settle endings']);
        policy.leaving = 'no';
      }
      model.claims.push({
        id: answer.data.id,
        policy,
        payoutUsd: Math.max(0, amount - DEDUCTIBLE),
        status: 'pending',
        firstDeciders: null,
        decidedBy: [],
        prepared: null,
        sent: null,
      });
    },
    ({ policies }) => policies.length > 0,
  );

const decision = (drawn: number, by: Desk, to: 'under_review' | 'approved' | 'rejected'): Command =>
  command(
    `decide ${by} ${to} on claim ${drawn}`,
    async (model, real) => {
      const one = likely(model.claims, isUndecided, drawn);
      await settleClaim(real, one, by, to);
      // What is approved is never rejected afterwards.
      if (one.status === 'approved') await settleClaim(real, one, by, 'rejected');
    },
    ({ claims }) => claims.length > 0,
  );

const payout = (drawn: number, by: Desk): Command =>
  command(
    `prepare ${by} for claim ${drawn}`,
    (model, real) => preparePayout(model, real, likely(model.claims, isApproved, drawn), by),
    ({ claims }) => claims.length > 0,
  );

const pay = (drawn: number, by: Desk): Command =>
  command(
    `pay ${by} claim ${drawn}`,
    (model, real) =>
      payClaim(
        real,
        pick(
          model.claims.filter(({ prepared }) => prepared),
          drawn,
        ) as Claim,
        by,
      ),
    ({ claims }) => claims.some(({ prepared }) => prepared !== null),
  );

const secondLook = (drawn: number): Command =>
  command(
    `look again at claim ${drawn}`,
    (model, real) => lookAgain(real, likely(model.claims, isRejected, drawn), drawn % 2 === 1),
    ({ claims }) => claims.some(isRejected),
  );

const withdraw = (drawn: number): Command =>
  command(
    `withdraw from policy ${drawn}`,
    (model, real) => withdrawFrom(model, real, pick(model.policies, drawn) as Policy),
    ({ policies }) => policies.length > 0,
  );

const cancel = (drawn: number): Command =>
  command(
    `cancel policy ${drawn}`,
    (model, real) => cancelPolicy(model, real, pick(model.policies, drawn) as Policy),
    ({ policies }) => policies.length > 0,
  );

const refund = (drawn: number, by: Desk): Command =>
  command(
    `refund ${by} policy ${drawn}`,
    async (model, real) => {
      await refundPolicy(model, real, pick(model.policies, drawn) as Policy, by);
    },
    ({ policies }) => policies.length > 0,
  );

const talk = (who: Who, by: Desk): Command =>
  command(`talk ${who} ${by}`, async (_, real) => {
    const body = { subject: 'A question', message: 'Is hail covered?' };
    const thread = expects(
      real,
      await real[who].call<{ id: number }>('/messages/create', { body }),
      [201],
      'A message',
    );
    const path = `/messages/full/${thread.data.id}`;
    expects(real, await real[other(who)].call(path), [404], 'Another’s thread');
    const reply = { body: { message: 'It is, see section 2.' } };
    expects(
      real,
      await real[by].call(`/admin/messages/${thread.data.id}/reply`, reply),
      [200, 201],
      'A reply',
    );
    const read = expects(real, await real[who].call(path), [200], 'The thread');
    demand(real, JSON.stringify(read.data).includes('see section 2'), 'The reply is not there');
  });

const signInAgain = (who: Who): Command =>
  command(`session ${who}`, async (_, real) => {
    const earlier = real[who].token;
    await real[who].signInAgain();
    expects(
      real,
      await real[who].call('/auth/sessions', { method: 'DELETE' }),
      [200],
      'The end of other sessions',
    );
    expects(real, await real[who].call('/profile', { token: earlier }), [401], 'An ended session');
    expects(real, await real[who].call('/profile'), [200], 'The new session');
  });

const look = command('look', (model, real) => compare(model, real, false));

const who = fc.constantFrom<Who>('ada', 'eve');
const by = fc.constantFrom<Desk>('hedy', 'grace');
const drawn = fc.nat({ max: 7 });
const amount = fc.constantFrom(2600, 4000, 5000, 9000);
const to = fc.constantFrom(
  'under_review' as const,
  'approved' as const,
  'approved' as const,
  'rejected' as const,
);

/**
 * A policy of each customer and a claim on it, so that every sequence has something to decide, a claim that is looked at again,
 * and a policy that is canceled, which can't be canceled again.
 */
const BEGINNING: readonly Command[] = [
  ...[buy('ada'), buy('eve'), claim(0, 5000), claim(1, 9000)],
  ...[claim(0, 4000), decision(2, 'hedy', 'rejected'), secondLook(5)],
  ...[buy('eve'), cancel(2), cancel(2)],
];

const weighted = (weight: number, arbitrary: fc.Arbitrary<Command>) => ({ weight, arbitrary });
const any = fc.oneof(
  weighted(1, who.map(buy)),
  weighted(
    3,
    fc.tuple(drawn, amount).map(([one, usd]) => claim(one, usd)),
  ),
  weighted(
    6,
    fc.tuple(drawn, by, to).map(([one, admin, status]) => decision(one, admin, status)),
  ),
  weighted(
    4,
    fc.tuple(drawn, by).map(([one, admin]) => payout(one, admin)),
  ),
  weighted(
    3,
    fc.tuple(drawn, by).map(([one, admin]) => pay(one, admin)),
  ),
  weighted(4, drawn.map(secondLook)),
  weighted(2, drawn.map(withdraw)),
  weighted(2, drawn.map(cancel)),
  weighted(
    2,
    fc.tuple(drawn, by).map(([one, admin]) => refund(one, admin)),
  ),
  weighted(
    1,
    fc.tuple(who, by).map(([one, admin]) => talk(one, admin)),
  ),
  weighted(1, who.map(signInAgain)),
  weighted(1, fc.constant(look)),
);

export const SEQUENCES: fc.Arbitrary<Command[]> = fc
  .array(any, { minLength: 18, maxLength: 26 })
  .map((commands) => [...BEGINNING, ...commands]);
