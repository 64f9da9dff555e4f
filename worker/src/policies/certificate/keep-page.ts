import { canonicalJson } from '#domain/quote/details-hash.ts';
import { BODY, type Flow, MARGIN, SMALL, WIDTH } from '#worker/platform/pdf/flow.ts';
import { INK } from '#worker/platform/pdf/paper.ts';
import type { CertificateData } from './data.ts';

const PROVEN = {
  contract: 'which is part of the quote that Mooring signed',
  records: 'which is part of the registry id that the payment names',
} as const;

/** Where values and salts begin, in points from the margin. */
const COLUMN = 160;
const GAP = 4.5;

/** A page of its own with every field that the policy commits to and its salt: what its holder needs to prove any of them. */
export function keepPage(flow: Flow, { policy, proof }: CertificateData): void {
  flow.newPage();
  flow.heading('Keep this page');
  flow.y += 4;
  flow.block(
    `With this page you can prove any single field of your policy to anyone, without us and without showing the others. Whoever knows a field's salt can test guesses about that field, so keep the page to yourself: to prove some fields, share a link or file of only those from your policy's page. Each field is hashed with its salt, and together they give the details hash, ${PROVEN[policy.enforced_by]}. The attached file has the same in a form that the page “Verify a policy” reads.`,
    MARGIN,
    WIDTH,
    BODY,
  );
  flow.y += GAP;
  flow.hashFact('Details hash', policy.details_hash);
  flow.hashFact('Registry id', policy.quote_id);
  flow.fact('Bought by', proof.terms.holder);
  flow.fact('Amount', `${proof.terms.amount} base units of ${policy.payment_currency}`);
  flow.fact('Quote valid until', proof.terms.valid_until);
  flow.y += GAP;
  for (const { name, value, salt } of proof.fields) {
    flow.need(BODY.leading + SMALL.leading + GAP);
    flow.y += GAP;
    flow.at(name, MARGIN, flow.y + BODY.leading, { ...SMALL, weight: 600, color: INK });
    flow.block(canonicalJson(value), MARGIN + COLUMN, WIDTH - COLUMN, BODY);
    flow.block(salt, MARGIN + COLUMN, WIDTH - COLUMN, SMALL);
  }
}
