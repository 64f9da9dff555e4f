import { number, text } from '../records.ts';
import { groupBy, type Rule, timesIn } from '../rule.ts';

type Edges = Readonly<Record<string, readonly string[]>>;

const POLICY: Edges = {
  '': ['pending', 'active'],
  pending: ['active', 'rejected', 'cancelled', 'withdrawn'],
  active: ['pending', 'rejected', 'cancelled', 'withdrawn'],
};
/** A refund that a reorganization took back. */
const UNDONE: Edges = {
  rejected: ['pending', 'active'],
  cancelled: ['pending', 'active'],
  withdrawn: ['pending', 'active'],
};

const moves = (edges: Edges, from: string, to: string) => from === to || edges[from]?.includes(to) === true;

/** A policy's lines follow one another along allowed edges, and end where the policy is. */
export const policyEdges: Rule = {
  name: 'policies move along allowed edges',
  *find({ records }) {
    const lines = groupBy(records.policy_history, (row) => text(row, 'policy_id'));
    for (const policy of records.policies) {
      const subject = `policy ${policy.id}`;
      let at = '';
      for (const [index, line] of (lines.get(String(policy.id)) ?? []).entries()) {
        const [from, to] = [text(line, 'from_status'), text(line, 'to_status')];
        if (from !== at) yield [subject, `Line ${line.kind} leaves ${from}, and it was ${at}.`];
        if (index === 0 && line.kind !== 'opened') yield [subject, `Its first line is ${line.kind}.`];
        const allowed = line.kind === 'orphaned' ? { ...POLICY, ...UNDONE } : POLICY;
        if (!moves(allowed, from, to)) yield [subject, `Line ${line.kind} goes from ${from} to ${to}.`];
        at = to;
      }
      if (at !== policy.status) yield [subject, `Its history ends ${at}, and it is ${policy.status}.`];
    }
  },
};

const CLAIM: Edges = {
  '': ['pending'],
  pending: ['under_review', 'approved', 'rejected'],
  under_review: ['approved', 'rejected'],
  // A withdrawal from the contract closes it.
  approved: ['under_review', 'processing_payment', 'paid', 'rejected'],
  processing_payment: ['under_review', 'approved', 'paid'],
  paid: ['processing_payment'],
  rejected: ['under_review'],
};

/** A claim's steps follow one another along allowed edges, and end where the claim is. */
export const claimEdges: Rule = {
  name: 'claims move along allowed edges',
  *find({ records }) {
    const lines = groupBy(records.claim_timeline, (row) => text(row, 'claim_id'));
    for (const claim of records.claims) {
      const subject = `claim ${claim.id}`;
      let at = '';
      for (const line of lines.get(String(claim.id)) ?? []) {
        const to = text(line, 'status');
        if (!moves(CLAIM, at, to)) yield [subject, `Step ${line.kind} goes from ${at} to ${to}.`];
        at = to;
      }
      if (at !== claim.status) yield [subject, `Its timeline ends ${at}, and it is ${claim.status}.`];
    }
  },
};

/** A change of holder takes its steps in order. */
const HOLDER: Edges = {
  '': ['holder_change_proposed'],
  holder_change_proposed: [
    ...['holder_change_proposed', 'holder_change_confirmed'],
    ...['holder_change_contested', 'holder_change_stopped'],
  ],
  holder_change_confirmed: [
    ...['holder_change_proposed', 'holder_change_confirmed', 'holder_change_contested'],
    ...['holder_change_stopped', 'holder_changed'],
  ],
  holder_change_contested: ['holder_change_proposed', 'holder_change_confirmed', 'holder_change_stopped'],
  holder_change_stopped: ['holder_change_proposed'],
  holder_changed: ['holder_change_proposed'],
};

/** Events and history agree on each change of holder, whose steps are taken in order. */
export const holderEdges: Rule = {
  name: 'changes of holder move along allowed edges',
  *find({ records, facts }) {
    const steps = facts.filter(({ kind }) => kind.startsWith('holder_change'));
    for (const [quote, own] of groupBy(steps, (fact) => fact.quote ?? '')) {
      const policy = records.policies.find((row) => row.quote_id === quote);
      let at = '';
      for (const fact of own) {
        if (!HOLDER[at]?.includes(fact.kind)) yield [`quote ${quote}`, `${fact.kind} follows ${at}.`];
        at = fact.kind;
        if (!policy) continue;
        const lines = records.policy_history.filter(
          (line) =>
            line.policy_id === policy.id && line.tx_hash === fact.tx && line.event_index === fact.index,
        );
        if (timesIn(lines) !== 1) yield [`policy ${policy.id}`, `${fact.kind} has ${timesIn(lines)} lines.`];
      }
    }
  },
};

/** What the relay sent is bought once and in order, and nothing is left under way. */
export const relayEdges: Rule = {
  name: 'relayed purchases end with their quotes',
  *find({ records, facts }) {
    const bought = new Set(facts.filter(({ kind }) => kind === 'purchased').map(({ quote }) => quote));
    for (const [sender, own] of groupBy(records.relayed, (row) => `${row.chain_id}:${row.sender}`)) {
      const nonces = own.map((row) => number(row, 'nonce')).sort((a, b) => a - b);
      for (const [index, nonce] of nonces.entries())
        if (index > 0 && nonce !== (nonces[index - 1] ?? 0) + 1)
          yield [sender, `It has a gap before ${nonce}.`];
    }
    for (const row of records.relayed) {
      const subject = `relayed purchase ${row.id}`;
      if (row.state === 'open') yield [subject, 'It is still under way.'];
      if ((row.state === 'open') !== (row.ended_at === null))
        yield [subject, `It is ${row.state}, ended at ${row.ended_at}.`];
      if (row.state === 'bought' && !bought.has(text(row, 'quote_id')))
        yield [subject, 'Nothing was bought.'];
    }
  },
};
