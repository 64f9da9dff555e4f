/** The contracts that the API counts beside those that the auditor trusts. */
import { type Line, lineWith } from './lines.ts';
import type { AuditedChain, ChainReading } from './read.ts';
import type { Recorded } from './recorded.ts';

/** Contracts that the API lists and the auditor doesn't know, or the other way round. */
export function compareContracts(readings: readonly ChainReading[], { offered, summary }: Recorded): Line[] {
  const lines: Line[] = [];
  const named = new Map<number, Set<string>>();
  for (const { chain_id, contracts } of [...offered, ...summary.chains]) {
    const set = named.get(chain_id) ?? new Set<string>();
    for (const each of contracts) set.add(each.toLowerCase());
    named.set(chain_id, set);
  }
  const line = (chainId: number, contract: string, explanation: string) =>
    lineWith({
      result: 'contract',
      about: 'contract',
      chainId,
      contract,
      what: `The contract ${contract}.`,
      explanation,
    });
  const listed = new Map<number, AuditedChain>(readings.map(({ chain }) => [chain.chainId, chain]));
  for (const [chainId, contracts] of named) {
    const chain = listed.get(chainId);
    for (const contract of contracts) {
      if (chain?.contracts.includes(contract)) continue;
      lines.push(
        line(
          chainId,
          contract,
          'The API counts this contract, but it is not in the list that this audit trusts. It may be a look-alike.',
        ),
      );
    }
  }
  for (const { chain } of readings) {
    for (const contract of chain.contracts) {
      if (named.get(chain.chainId)?.has(contract)) continue;
      lines.push(line(chain.chainId, contract, 'This listed contract is missing from what the API counts.'));
    }
  }
  return lines;
}
