/** What was prepared, and the chain's own time, which ends it. */
import { later, readChain, rows } from './harness.ts';
import { polkadotWorker, readPolkadot } from './polkadot.ts';
import { askSubstrate } from './substrate.ts';

export interface Prepared {
  id: string;
  claim_id: number | null;
  claim_number: number | null;
  state: string;
  until: string | null;
  tx_hash: string | null;
}

export const statesOf = async (claimId: number) =>
  (
    await rows<Prepared>('SELECT * FROM transfers WHERE claim_id = ? ORDER BY prepared_at, rowid', claimId)
  ).map(({ state }) => state);

/** SQL that ends what was prepared for a claim, or makes it alive again. */
export const END_PAYOUT =
  "UPDATE transfers SET state = 'dead', ended_at = prepared_at WHERE claim_id = ? AND reference IS NULL RETURNING id";
export const REVIVE_PAYOUT =
  "UPDATE transfers SET state = 'prepared', ended_at = NULL WHERE claim_id = ? AND reference IS NULL RETURNING id";

/** Makes what is under way one that was prepared two hours ago, so that the chain is past it without waiting. */
export async function prepareEarlier(quoteId: string): Promise<void> {
  const earlier = (field: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${field}, '-2 hours')`;
  await rows(
    `UPDATE transfers SET until = ${earlier('until')},
       answer = json_set(answer, '$.valid_until', ${earlier("answer ->> 'valid_until'")})
     WHERE quote_id = ? AND ended_at IS NULL RETURNING id`,
    quoteId,
  );
}

/** Hours ahead by our own clock, which ends nothing. */
export const HOURS_LATER = later(3 * 3_600_000);
export const hoursLater = polkadotWorker(HOURS_LATER);

const ERA = 64;
/** Builds empty blocks, and reads them. */
export async function polkadotBlocks(count: number, settings = {}): Promise<void> {
  await askSubstrate('dev_newBlock', [{ count }]);
  await readPolkadot({}, settings);
}

/** As if the chain had built this many blocks more since it was past the validity; the real ones take a second each. */
export async function skipBlocks(quoteId: string, count: number): Promise<void> {
  await rows(
    'UPDATE transfers SET over_at = over_at - ? WHERE quote_id = ? AND ended_at IS NULL RETURNING id',
    count,
    quoteId,
  );
}

/** What is under way on the Polkadot chain is past its validity and its era. */
export async function outlivePolkadot(quoteId: string, settings = {}): Promise<void> {
  await prepareEarlier(quoteId);
  await polkadotBlocks(1, settings);
  await skipBlocks(quoteId, ERA);
  await polkadotBlocks(1, settings);
}

/** The same on a chain with a contract, where the next block is past it. */
export async function outlive(quoteId: string, mine: () => Promise<unknown>): Promise<void> {
  await prepareEarlier(quoteId);
  await mine();
  await readChain();
}
