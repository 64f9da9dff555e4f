/**
 * Finds whatever was lost, doubled or left behind, from the chains' own blocks and the database's own rows. It shares no code
 * with the product, so that an error in one isn't an error in both.
 */
import type { Finding, Rule, World } from './rule.ts';
import { audit } from './rules/audit.ts';
import { books } from './rules/books.ts';
import { oneIncident, payable } from './rules/decisions.ts';
import { claimEdges, holderEdges, policyEdges, relayEdges } from './rules/edges.ts';
import { agreed, settled, unused, voided } from './rules/endings.ts';
import { figures } from './rules/figures.ts';
import { journal } from './rules/journal.ts';
import { ledger } from './rules/ledger.ts';
import { requests } from './rules/once.ts';
import { fitting, payments, policies, refunds } from './rules/payments.ts';
import { paidClaims, payouts, reservations } from './rules/payouts.ts';
import { quiet, timelines, told } from './rules/told.ts';
import { insuredTwice } from './rules/twice.ts';

export const RULES: readonly Rule[] = [
  ...[ledger, payments, fitting, policies, refunds, payouts, paidClaims, reservations, audit],
  ...[oneIncident, payable],
  journal,
  ...[policyEdges, claimEdges, holderEdges, relayEdges, timelines, told, quiet, requests, figures, books],
  ...[voided, settled, agreed, unused, insuredTwice],
];

export const check = (world: World): Finding[] =>
  RULES.flatMap((rule) =>
    [...rule.find(world)].map(([subject, detail]) => ({ rule: rule.name, subject, detail })),
  );
