import type { AuditResult } from '#domain/audit/audit.ts';
import { NOT_PROVABLE } from '#domain/audit/report.ts';
import { formatCount } from '#web/lib/format.ts';
import { CopyButton } from '#web/ui/copy.tsx';
import { Section } from '#web/ui/section.tsx';
import { AddressText } from '#web/ui/values.tsx';

const COMMAND =
  'npm run audit -- --rpc <node> --api <this site>/api --contract <address> --recipient <Polkadot account>';

/** What is checked, how to do it without this site, and what can't be proven. */
export function AboutTab({ result }: { result: AuditResult }) {
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Section title="What is checked">
        <ul className="flex list-disc flex-col gap-2 pl-5 text-[0.9375rem] text-muted">
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
          <li>
            A payment that bought no policy is a difference until its refund’s event, even where our records
            explain it.
          </li>
          <li>
            Each policy’s dollars must be its premium at the rate of sale, and that rate must be the one in
            the named round of the price feed.
          </li>
          <li>
            Each paid claim must have its timeline and exactly one payment, and each payout exactly one claim.
          </li>
          <li>
            Our own totals, the figures of the landing page and the platform fee must equal what this browser
            computes from events, records and the log of changes.
          </li>
          <li>A contract that only our API lists is named, and so is an event of a look-alike contract.</li>
          <li>
            An event counts as missing once we say that we have read past its block, and after ten minutes in
            any case.
          </li>
        </ul>
      </Section>
      <Section title="What this cannot prove">
        <ul className="flex list-disc flex-col gap-2 pl-5 text-[0.9375rem] text-muted">
          {NOT_PROVABLE.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </Section>
      <Section title="Check it without this site" className="lg:col-span-2">
        <p className="text-[0.9375rem] text-muted">
          You don’t have to trust this page. The same check is one command in our source code, described in
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
                {chain.name} (chain {chain.chainId}), from block {formatCount(chain.fromBlock)}:{' '}
                <AddressText address={contract} />
              </li>
            )),
          )}
        </ul>
      </Section>
    </div>
  );
}
