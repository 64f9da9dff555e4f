import { text } from '../records.ts';
import { called, factOf, iso, type Rule, rowsOf, stands } from '../rule.ts';

/** The ledger is what the chains show: each event once, with its own figures, and nothing else. */
export const ledger: Rule = {
  name: 'the ledger is what the chains show',
  *find(world) {
    for (const fact of world.facts) {
      const rows = rowsOf(world, fact);
      if (rows.length !== 1) yield [called(fact), `It has ${rows.length} rows.`];
      const [row] = rows;
      if (!row) continue;
      const told: [string, unknown, unknown][] = [
        ['block_hash', row.block_hash, fact.blockHash],
        ['block_number', row.block_number, fact.block],
        ['block_time', row.block_time, iso(fact.time)],
        ['wallet', row.wallet, fact.wallet],
        ['usd', row.usd, fact.usd],
        ['claim_number', row.claim_number, fact.claimNumber],
        ['outcome', row.outcome, fact.outcome],
      ];
      if (fact.amount !== null) told.push(['amount', row.amount, fact.amount]);
      if (fact.other !== null) told.push(['counterparty', row.counterparty, fact.other]);
      if (fact.incidentAt !== null) told.push(['incident_at', row.incident_at, iso(fact.incidentAt)]);
      for (const [column, stored, shown] of told)
        if (stored !== shown) yield [called(fact), `Its ${column} is ${stored} and should be ${shown}.`];
      if (row.status !== 'confirmed') yield [called(fact), `It is still ${row.status}.`];
    }
    const known = new Set(world.facts.map(({ kind }) => kind as string));
    for (const row of world.records.events) {
      if (!stands(row) || (!known.has(text(row, 'kind')) && row.kind !== 'purchased')) continue;
      if (!factOf(world, row))
        yield [`event ${row.id}`, `No chain shows this ${row.kind} of ${row.tx_hash}.`];
    }
  },
};
