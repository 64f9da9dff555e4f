import type { AuditResult } from '../../../../domain/audit/audit.ts';
import { NOT_PROVABLE } from '../../../../domain/audit/report.ts';
import { Card } from '../../ui/card.tsx';
import { AddressText } from '../../ui/chain.tsx';
import { CopyButton } from '../../ui/copy.tsx';

const COMMAND =
  'npm run audit -- --rpc <node> --api <this site>/api --contract <address> --recipient <Polkadot account>';

/** What is checked, how to do it without this site, and what can't be proven. */
export function AboutTab({ result }: { result: AuditResult }) {
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Card className="p-5 sm:px-6">
        <h2 className="text-lg">What is checked</h2>
        <ul className="mt-3 flex list-disc flex-col gap-2 pl-5 text-[0.9375rem] text-muted">
          <li>
            Every event of every listed contract is read from the chain’s node and decoded in this browser.
          </li>
          <li>Premiums, claims, refunds, capital and what is owed must add up to each pool’s balance.</li>
          <li>
            Each event about a policy must be in our records, with every field the same, and nothing else may
            be.
          </li>
          <li>
            Each policy must have the holder, cover, dates, status and payments that its events give it.
          </li>
          <li>Our own totals must equal those that this browser computes.</li>
          <li>A contract that only our API lists is named, and so is an event of a look-alike contract.</li>
          <li>
            An event counts as missing once we say that we have read past its block, and after ten minutes
            whatever we say.
          </li>
        </ul>
      </Card>
      <Card className="p-5 sm:px-6">
        <h2 className="text-lg">What this cannot prove</h2>
        <ul className="mt-3 flex list-disc flex-col gap-2 pl-5 text-[0.9375rem] text-muted">
          {NOT_PROVABLE.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </Card>
      <Card className="p-5 sm:px-6 lg:col-span-2">
        <h2 className="text-lg">Check it without this site</h2>
        <p className="mt-2 text-[0.9375rem] text-muted">
          You need not trust this page. The same check is one command in our source code, described in
          docs/audit.md. It exits with 1 on any difference.
        </p>
        <div className="mt-4 flex items-start gap-2 rounded-[10px] border border-line bg-sunken/70 p-3">
          <code className="min-w-0 grow text-[0.8125rem] leading-relaxed break-all">{COMMAND}</code>
          <CopyButton text={COMMAND} label="Copy command" />
        </div>
        <p className="mt-4 text-[0.9375rem] text-muted">The contracts that this page trusts:</p>
        <ul className="mt-2 flex flex-col gap-1.5 text-[0.9375rem]">
          {result.readings.flatMap(({ chain }) =>
            chain.contracts.map((contract) => (
              <li key={`${chain.chainId}:${contract}`}>
                {chain.name} (chain {chain.chainId}), from block {chain.fromBlock.toLocaleString('en-US')}:{' '}
                <AddressText address={contract} />
              </li>
            )),
          )}
        </ul>
      </Card>
    </div>
  );
}
