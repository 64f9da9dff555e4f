/** Steps of customers and the desk. Each says which answer the model expects. */
import fc from 'fast-check';
import { claimBody, submit } from '../claims.ts';
import { decide, prepare, report } from '../decided.ts';
import { CLAIMS, type evmCall, sendReady, signConsent, UNDERWRITER } from '../desk.ts';
import { type Answer, usual } from '../harness.ts';
import {
  type Claim,
  claimsOf,
  DEDUCTIBLE,
  type Desk,
  demand,
  isOver,
  type Model,
  type Policy,
  pick,
  type Real,
  underWay,
  type Who,
} from './product.ts';

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
const isApproved = ({ status }: Claim) => status === 'approved';

const other = (who: Who): Who => (who === 'ada' ? 'eve' : 'ada');

/** No answer may be a server error. */
function sane<Data>(real: Real, answer: Answer<Data>, what: string): Answer<Data> {
  demand(real, answer.status < 500, `${what} answers ${answer.status}: ${answer.message}`);
  return answer;
}
function expects<Data>(
  real: Real,
  answer: Answer<Data>,
  statuses: readonly number[],
  what: string,
): Answer<Data> {
  const told = `${what} answers ${answer.status} instead of ${statuses.join(' or ')}: ${answer.message}`;
  demand(real, statuses.includes(answer.status), told);
  return answer;
}

const buy = (who: Who): Command =>
  command(`buy ${who}`, async (model, real) => {
    const customer = real[who];
    const quote = expects(real, await customer.quote(), [200], 'A quote').data;
    const hash = await customer.pay(quote);
    const bought = expects(real, await customer.report(hash), [201], 'The report of a payment').data;
    model.policies.push({ id: bought.id, owner: who, status: 'active', leaving: 'no', paidUsd: 0 });
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
      if (policy.status !== 'active')
        return demand(real, answer.status >= 400, 'A claim on an ended policy is taken');
      expects(real, answer, amount > DEDUCTIBLE ? [201] : [201, 422], 'A claim');
      if (answer.status !== 201) return;
      // A claim closes a cancellation that was asked for; a withdrawal waits for it.
      if (policy.leaving === 'cancellation') policy.leaving = 'no';
      model.claims.push({
        id: answer.data.id,
        policy,
        payoutUsd: Math.max(0, amount - DEDUCTIBLE),
        status: 'pending',
        looked: false,
        decidedBy: [],
        prepared: null,
        sent: null,
      });
    },
    ({ policies }) => policies.length > 0,
  );

const NEXT: Readonly<Record<Claim['status'], readonly string[]>> = {
  pending: ['under_review', 'approved', 'rejected'],
  under_review: ['approved', 'rejected'],
  approved: [],
  paid: [],
  rejected: ['under_review'],
};

export async function settleClaim(
  real: Real,
  one: Claim,
  by: Desk,
  to: 'under_review' | 'approved' | 'rejected',
): Promise<void> {
  const more = to === 'rejected' ? { clause: 'not_covered-2', admin_notes: 'This is wear.' } : {};
  const answer = sane(real, await decide(real[by], one.id, to, more), `A decision to ${to}`);
  // A repeat changes nothing, whatever it answers.
  if (one.status === to) return;
  if (!NEXT[one.status].includes(to)) {
    return demand(real, answer.status >= 400, `A claim that is ${one.status} becomes ${to}`);
  }
  const isBarred = one.looked && one.decidedBy.includes(by) && to !== 'under_review';
  if (isBarred) return demand(real, answer.status === 409, `Who decided before decides the second look`);
  // The desk takes up a rejected claim again only while its policy lasts.
  if (one.status === 'rejected' && answer.status >= 400) return;
  expects(real, answer, [200], `A decision from ${one.status} to ${to}`);
  one.status = to;
  if (to !== 'under_review') one.decidedBy.push(by);
}

const decision = (drawn: number, by: Desk, to: 'under_review' | 'approved' | 'rejected'): Command =>
  command(
    `decide ${by} ${to} on claim ${drawn}`,
    (model, real) => settleClaim(real, likely(model.claims, isUndecided, drawn), by, to),
    ({ claims }) => claims.length > 0,
  );

export async function preparePayout(model: Model, real: Real, one: Claim, by: Desk): Promise<void> {
  const answer = sane(real, await prepare(real[by], one.id), 'The preparation of a payout');
  const alive = underWay(model, one.policy);
  if (one.status !== 'approved' || (alive && alive !== one)) {
    return demand(real, answer.status >= 400, `A payout is prepared for a claim that is ${one.status}`);
  }
  expects(real, answer, [200], 'The preparation of a payout');
  one.prepared ??= answer.data;
}

const payout = (drawn: number, by: Desk): Command =>
  command(
    `prepare ${by} for claim ${drawn}`,
    (model, real) => preparePayout(model, real, likely(model.claims, isApproved, drawn), by),
    ({ claims }) => claims.length > 0,
  );

export async function payClaim(real: Real, one: Claim, by: Desk): Promise<void> {
  if (!one.prepared) return;
  one.sent ??= await sendReady(one.prepared, CLAIMS);
  const answer = expects(real, await report(real[by], one.id, one.sent), [200], 'The report of a payout');
  demand(real, answer.data.status === 'paid', `A paid claim is ${answer.data.status}`);
  if (one.status !== 'paid') one.policy.paidUsd += one.payoutUsd;
  one.status = 'paid';
  one.prepared = null;
}

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
    async (model, real) => {
      const one = pick(
        model.claims.filter(({ status }) => status === 'rejected'),
        drawn,
      ) as Claim;
      const path = `/claims/${one.id}/second-look`;
      const body = { reason: 'Please look at it again.' };
      expects(
        real,
        await real[other(one.policy.owner)].call(path, { body }),
        [404],
        'A stranger’s second look',
      );
      const answer = sane(real, await real[one.policy.owner].call(path, { body }), 'A second look');
      if (one.status !== 'rejected' || one.looked || one.policy.status !== 'active') {
        return demand(
          real,
          answer.status >= 400 || one.looked || one.policy.status === 'active',
          `A claim that is ${one.status} is looked at again`,
        );
      }
      expects(real, answer, [201, 409], 'A second look');
      if (answer.status !== 201) return demand(real, one.policy.leaving !== 'no', 'A second look is refused');
      one.looked = true;
      one.status = 'under_review';
      for (const before of one.decidedBy) await settleClaim(real, one, before, 'approved');
    },
    ({ claims }) => claims.some(({ status }) => status === 'rejected'),
  );

const withdraw = (drawn: number): Command =>
  command(
    `withdraw from policy ${drawn}`,
    async (model, real) => {
      const policy = pick(model.policies, drawn) as Policy;
      const path = `/insurance/policy/${policy.id}/withdraw`;
      expects(
        real,
        await real[other(policy.owner)].call(path, { method: 'POST' }),
        [404],
        'A stranger’s withdrawal',
      );
      const answer = sane(real, await real[policy.owner].call(path, { method: 'POST' }), 'A withdrawal');
      if (policy.status === 'active' && policy.paidUsd === 0 && policy.leaving !== 'cancellation') {
        expects(real, answer, [200], 'A withdrawal within 14 days');
      }
      if (answer.status === 200 && policy.status === 'active') policy.leaving = 'withdrawal';
    },
    ({ policies }) => policies.length > 0,
  );

const cancel = (drawn: number): Command =>
  command(
    `cancel policy ${drawn}`,
    async (model, real) => {
      const policy = pick(model.policies, drawn) as Policy;
      const customer = real[policy.owner];
      const path = `/insurance/policy/${policy.id}/cancel`;
      const preview = await customer.call<never>(`${path}?preview=true`, { method: 'POST' });
      const offer = expects(real, preview, [200], 'A preview').data as {
        possible: boolean;
        consent: Parameters<typeof signConsent>[1]['consent'];
        valid_until: string;
      };
      if (!offer.possible) return;
      const isFree =
        claimsOf(model, policy).every(isOver) && policy.paidUsd === 0 && policy.status === 'active';
      demand(real, isFree, 'A policy with an open or paid claim can be canceled');
      const body = await signConsent(customer, offer);
      expects(real, await real[other(policy.owner)].call(path, { body }), [404], 'A stranger’s cancellation');
      expects(real, await customer.call(path, { body }), [200], 'A cancellation that the preview allowed');
      policy.leaving = policy.leaving === 'withdrawal' ? 'withdrawal' : 'cancellation';
    },
    ({ policies }) => policies.length > 0,
  );

export async function refundPolicy(model: Model, real: Real, policy: Policy, by: Desk): Promise<boolean> {
  const path = `/admin/policies/${policy.id}/refund`;
  const prepared = await real[by].call<Parameters<typeof evmCall>[0]>(path, { method: 'POST', body: {} });
  sane(real, prepared, 'The preparation of a refund');
  const isOwed = policy.leaving !== 'no' && policy.status === 'active' && policy.paidUsd === 0;
  const isOpen = claimsOf(model, policy).some((each) => !isOver(each));
  if (!isOwed || isOpen) {
    demand(
      real,
      prepared.status >= 400 || policy.status !== 'active',
      'A refund is prepared that nobody is owed',
    );
    return false;
  }
  if (prepared.status !== 200) return false;
  const hash = await sendReady(prepared.data, UNDERWRITER);
  const confirmed = await real[by].call(`${path}/confirm`, { body: { transaction_hash: hash } });
  expects(real, confirmed, [200], 'The confirmation of a refund');
  policy.status = policy.leaving === 'withdrawal' ? 'withdrawn' : 'cancelled';
  return true;
}

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

/** Everything that an owner sees, held against the model, and none of it for the other. */
export async function compare(model: Model, real: Real): Promise<void> {
  for (const policy of model.policies) {
    const own = await real[policy.owner].call<{ status: string }>(`/insurance/policy/${policy.id}`);
    expects(real, own, [200], 'An own policy');
    demand(
      real,
      own.data.status === policy.status,
      `Policy ${policy.id} is ${own.data.status}, not ${policy.status}`,
    );
    expects(
      real,
      await real[other(policy.owner)].call(`/insurance/policy/${policy.id}`),
      [404],
      'Another’s policy',
    );
  }
  for (const { id, policy, status } of model.claims) {
    const own = await real[policy.owner].call<{ status: string }>(`/claims/detail/${id}`);
    demand(real, own.data.status === status, `Claim ${id} is ${own.data.status}, not ${status}`);
    expects(real, await real[other(policy.owner)].call(`/claims/detail/${id}`), [404], 'Another’s claim');
  }
}

const look = command('look', compare);

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

/** A policy of each customer and a claim on it, so that every sequence has something to decide. */
const BEGINNING: readonly Command[] = [buy('ada'), buy('eve'), claim(0, 5000), claim(1, 9000)];

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
  weighted(2, drawn.map(secondLook)),
  weighted(1, drawn.map(withdraw)),
  weighted(1, drawn.map(cancel)),
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
