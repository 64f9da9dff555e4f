import { hasContract, networkOf, UNKNOWN_NETWORK } from '#domain/chains.ts';
import type { HealthAnswer } from '#domain/health/schema.ts';

/** Blocks behind the head at which a reader counts as catching up: ten minutes at twelve seconds a block. */
const CATCHING_UP = 50;

export type Tone = 'good' | 'waiting' | 'bad';

export interface StatusLine {
  key: string;
  name: string;
  words: string;
  tone: Tone;
}

type ChainState = HealthAnswer['chains'][number];
const number = new Intl.NumberFormat('en-US');
const blocks = (count: number) => `${number.format(count)} ${count === 1 ? 'block' : 'blocks'}`;

function chainWords({ head, lag }: ChainState): Pick<StatusLine, 'words' | 'tone'> {
  if (head === null) return { words: 'Not reachable', tone: 'bad' };
  const at = `Block ${number.format(head)}`;
  if (lag === null) return { words: `${at}, not read yet`, tone: 'waiting' };
  if (lag === 0) return { words: `${at}, up to date`, tone: 'good' };
  if (lag <= CATCHING_UP) return { words: `${at}, ${blocks(lag)} behind`, tone: 'good' };
  return { words: `${at}, catching up: ${blocks(lag)} behind`, tone: 'waiting' };
}

/** The parts of the service in words. Null is a service that does not answer. */
export function statusLines(health: HealthAnswer | null): StatusLine[] {
  if (health === null) {
    return [{ key: 'service', name: 'Service', words: 'Not reachable', tone: 'bad' }];
  }
  const ok = (fine: boolean, words: string, tone: Tone) =>
    fine ? { words: 'Operational', tone: 'good' as const } : { words, tone };
  return [
    { key: 'service', name: 'Service', ...ok(health.status === 'ok', 'Partly available', 'waiting') },
    { key: 'database', name: 'Database', ...ok(health.database === 'ok', 'Not reachable', 'bad') },
    ...health.chains.map((chain) => ({
      key: String(chain.chain_id),
      name:
        networkOf(chain.chain_id)?.name ??
        (hasContract(chain.chain_id) ? UNKNOWN_NETWORK : 'Polkadot network'),
      ...chainWords(chain),
    })),
  ];
}
