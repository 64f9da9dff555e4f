import { FREE_LOOK_DAYS } from '../../../../domain/policy/cancellation.ts';
import { PRODUCT_CODES } from '../../../../domain/products/index.ts';
import { KEPT } from '../../../../domain/promises.ts';
import { Code, CodeBlock } from '../../ui/code.tsx';
import { Facts } from '../../ui/facts.tsx';
import { OutsideLink, TextLink } from '../../ui/text-link.tsx';
import { CONTRACT_EVENTS } from './contract-events.ts';
import { EVENTS_CODE, PROOF_CODE, REGISTER_CODE } from './proof-code.ts';
import { type Part, TextPage } from './text-page.tsx';

const PARTS: readonly Part[] = [
  {
    id: 'purchase',
    title: 'From quote to policy',
    body: (
      <>
        <ol>
          <li>
            The form is checked and priced: base per year, divided by 365, times the days, rounded to the
            dollar. With Proceed to Payment it is kept on our server, encrypted, for {KEPT.draftHours} hours.
          </li>
          <li>
            On the payment page we sign a quote (EIP-712): holder, currency, premium, product, cover, first
            and last day, end of validity, and the details hash. It holds for {KEPT.quoteMinutes} minutes.
          </li>
          <li>
            Your wallet sends <Code>purchase(quote, signature)</Code> to the contract with exactly that
            premium. The contract checks signature, holder, validity and amount, writes the policy into the
            registry and emits <Code>PolicyPurchased</Code>. From this block on you are covered.
          </li>
          <li>
            Our server reads the transaction’s receipt itself and believes only the contract’s own event. If
            nobody tells it about the transaction, it finds the event by itself.
          </li>
        </ol>
        <p>
          The policy’s id is the quote’s EIP-712 digest. Whoever brings the quote back can therefore show
          premium and details without anybody having stored them.
        </p>
      </>
    ),
  },
  {
    id: 'states',
    title: 'What a policy and a claim can be',
    body: (
      <>
        <Facts
          rows={[
            [
              'Pending Review',
              'Paid and covered, and waiting for a person’s approval or for more confirmations.',
            ],
            ['Active', 'In force, or with a start in the future, which it says.'],
            ['Expired', 'The last day is over. A claim can still be made for what happened before.'],
            [
              'Cancelled',
              `Ended at the holder’s wish; within ${FREE_LOOK_DAYS} days usually for the whole premium.`,
            ],
            ['Rejected', 'Not approved; the whole premium was refunded.'],
          ]}
        />
        <p>
          A claim goes from pending to under review, approved, processing payment and paid, or is rejected
          with a reason. “Paid” stands only once the contract’s own event does.
        </p>
      </>
    ),
  },
  {
    id: 'verify',
    title: 'Verify a policy',
    body: (
      <>
        <p>
          Enter its id under <TextLink to="/verify">verify a policy</TextLink>, or scan the QR code of the
          certificate. The page reads the registry from the chain in your own browser and works with our
          servers switched off: networks, nodes and contracts come from the static file{' '}
          <OutsideLink href="/deployment.json">deployment.json</OutsideLink>.
        </p>
        <p>
          To trust neither our page nor our node, ask the contract through a node of your own. Here with{' '}
          <Code>cast</Code>, which is part of Foundry:
        </p>
        <CodeBlock label="Ask the registry (shell)" code={REGISTER_CODE} />
        <p>
          Products are {PRODUCT_CODES}. Status is 0 none, 1 active, 2 rejected, 3 cancelled; expiry is by
          date. Times are seconds since 1970 in UTC, cover and paid out are whole US dollars, and the zero
          address stands for the network’s own coin.
        </p>
      </>
    ),
  },
  {
    id: 'details-hash',
    title: 'Prove what is insured',
    body: (
      <>
        <p>
          The registry holds a hash in place of the details:{' '}
          <Code>keccak256(salt ‖ keccak256(insured) ‖ keccak256(wording))</Code>. “Insured” are the product,
          the premium in dollars and the details of the form; “wording” is the text that was accepted. Both
          are JSON with sorted keys and without white space, as UTF-8, text in Unicode NFC. The salt is 32
          random bytes.
        </p>
        <p>
          All of it lies in a file inside the certificate (open the PDF’s attachments), named after the
          policy. With that file anybody can recompute the hash and hold it against the event on chain:
        </p>
        <CodeBlock label="Recompute the details hash (Node.js)" code={PROOF_CODE} />
        <p>
          Then compare <Code>details_hash</Code> with the last field of <Code>PolicyPurchased</Code> for that
          id. Without the salt nobody can test a guess; so show the file only to whom you want to show the
          details.
        </p>
      </>
    ),
  },
  {
    id: 'contract',
    title: 'The contract',
    body: (
      <>
        <p>
          <Code>InsurancePayment</Code> takes premiums against signed quotes, is the registry, and holds the
          pool out of which claims and refunds are paid. It cannot be upgraded. Roles are one address each and
          can be a multisig:
        </p>
        <Facts
          rows={[
            ['Signer', 'Signs quotes; can do nothing on chain.'],
            [
              'Claims',
              'Pays claims to the policy’s holder, in the policy’s currency, within the cover and within bounds per dollar. Cannot choose who is paid.',
            ],
            ['Underwriter', 'Refunds premiums, never more than was paid; proposes a change of holder.'],
            ['Treasurer', 'Withdraws capital that is neither owed nor reserved.'],
            ['Pauser', 'Stops new sales. Payouts and refunds go on; only the admin opens again.'],
            [
              'Admin',
              'Hands on roles and lists currencies, each by an event; changes in two steps. Moves no money itself.',
            ],
            ['Holder', 'Buys, pulls what could not be delivered, and can stop a change of holder.'],
          ]}
        />
        <p>Lowering a reserve and changing a holder take two days and an event.</p>
      </>
    ),
  },
  {
    id: 'events',
    title: 'Events, for auditors',
    body: (
      <>
        <p>
          Nothing happens without an event, so the books can be rebuilt from the chain alone: premiums from{' '}
          <Code>PolicyPurchased</Code>, payouts with dollars and amount from <Code>ClaimPaid</Code> (their
          quotient is the rate used), refunds from <Code>PremiumRefunded</Code>.
        </p>
        <Facts rows={Object.entries(CONTRACT_EVENTS)} />
        <CodeBlock label="List all sales (shell)" code={EVENTS_CODE} />
      </>
    ),
  },
  {
    id: 'money',
    title: 'Money and rounding',
    body: (
      <p>
        Prices are whole US dollars, amounts on chain are integers in the smallest unit of the currency; no
        floating point is involved. What you pay is rounded up to the next unit, what you get is rounded down.
        Rates come from price feeds on the chain; a feed that is stale, zero or negative stops quotes rather
        than bending them.
      </p>
    ),
  },
  {
    id: 'build',
    title: 'Build on it',
    body: (
      <p>
        Everything that this site does it does through the same interface that is open to you: see the{' '}
        <TextLink to="/api-reference">API reference</TextLink>, with examples that run and with webhooks.
      </p>
    ),
  },
];

export function DocumentationPage() {
  return (
    <TextPage
      title="Documentation"
      lead="How a policy comes about, how to check one without trusting us, and what an auditor finds on the chain."
      parts={PARTS}
      contents
    />
  );
}
