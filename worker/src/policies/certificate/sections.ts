import { create } from 'qrcode';
import { formatUsd, grouped } from '#domain/money.ts';
import { coverStartText } from '#domain/policy/cover-dates.ts';
import { STATUS_LABELS } from '#domain/policy/lifecycle.ts';
import { WITHDRAWAL_DAYS } from '#domain/policy/withdrawal.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { KEPT } from '#domain/promises.ts';
import { BODY, type Flow, MARGIN, QUIET, RIGHT, SMALL, STRONG, WIDTH } from '#worker/platform/pdf/flow.ts';
import { amountText, dayText, endText, momentText } from '#worker/platform/pdf/format.ts';
import { INK } from '#worker/platform/pdf/paper.ts';
import { type CertificateData, holderName, insuredFacts, travelerFacts, travelerPages } from './data.ts';

/** Side of the QR code without its margin, in points: about 35 mm, which a phone reads at arm's length. */
const QR_SIDE = 98;
const QR_TOP = 106;

function drawQr(flow: Flow, url: string): void {
  const { size, dark } = qrCode(url);
  const unit = QR_SIDE / size;
  const [left, top] = [RIGHT - QR_SIDE, QR_TOP];
  const areas = dark.map(
    ([x, y, width, height]) => [left + x * unit, top + y * unit, width * unit, height * unit] as const,
  );
  flow.paper.rectangles(areas, INK);
  flow.paper.link(url, left, top, QR_SIDE, QR_SIDE);
  flow.center('Scan to verify', left + QR_SIDE / 2, top + QR_SIDE + QUIET_ZONE * unit + 4, SMALL);
}

/** Top of the first page: issuer, title and the QR code. */
export function head(flow: Flow, data: CertificateData): void {
  const { policy } = data;
  const product = `${PRODUCTS[policy.policy_type].label}  ·  ${policy.policy_number}`;
  flow.head(`Issued ${dayText(data.issued_at)}`, 'Certificate of insurance', product);
  drawQr(flow, data.verify_url);
  // A paid policy is covered even while it waits for approval.
  const verb = policy.status === 'active' || policy.status === 'pending' ? 'insures' : 'insured';
  flow.block(
    `Mooring ${verb} the policyholder named here, for the term and up to the cover stated, under wording ${policy.wording_version} on the pages that follow. ${data.insurer} ${PUBLIC[policy.enforced_by](data.chain_name)}`,
    MARGIN,
    WIDTH - QR_SIDE - 44,
    QUIET,
  );
  flow.y = Math.max(flow.y, QR_TOP + QR_SIDE + 22);
}

/** Where anyone can check the policy. */
const PUBLIC: Readonly<Record<CertificateData['policy']['enforced_by'], (chain: string) => string>> = {
  contract: (chain) =>
    `The policy is recorded in the public registry on ${chain}, where anyone can verify it.`,
  records: (chain) => `Its payment is recorded on ${chain}, where anyone can verify it in its block.`,
};

/** Cover, premium, deductible and status in large figures between two rules. */
export function figures(flow: Flow, { policy }: CertificateData): void {
  flow.figures(
    [
      ['Cover', formatUsd(policy.amount)],
      ['Premium', formatUsd(policy.premium)],
      ['Deductible', policy.formatted_deductible],
      ['State at issue', STATUS_LABELS[policy.status]],
    ],
    14,
  );
}

export function policyholder(flow: Flow, data: CertificateData): void {
  flow.heading('Policyholder');
  flow.fact('Name', holderName(data), STRONG);
  flow.hashFact('Wallet', data.policy.wallet_address);
}

export function insured(flow: Flow, data: CertificateData): void {
  flow.heading('What is insured');
  for (const { label, value } of insuredFacts(data)) flow.fact(label, value);
  const pages = travelerPages(data);
  if (pages.length > 0) flow.fact('Travelers', `${pages.length}, each on a page of their own`);
}

/** A page for each of several travelers, to be shown without the others' passports. */
export function travelers(flow: Flow, data: CertificateData): void {
  const { policy } = data;
  const pages = travelerPages(data);
  for (const { number, name } of pages) {
    flow.newPage();
    flow.heading(`Traveler ${number} of ${pages.length}`);
    flow.fact('Name', name, STRONG);
    for (const { label, value } of travelerFacts(data, number)) {
      // On their own page they need no number.
      flow.fact(
        label.replace(/^Traveler \d: (\w)/, (_, first: string) => first.toUpperCase()),
        value,
      );
    }
    flow.fact('Cover', `${formatUsd(policy.amount / pages.length)}, for this traveler alone`);
    flow.fact('Policy', policy.policy_number);
    flow.fact('Cover begins', beginning(policy));
    flow.fact('Cover ends', endText(policy.cover_until));
    flow.linkFact('Verify at', data.verify_url);
  }
}

/** When cover begins; of a trip both its cancellation and the trip. */
function beginning({ cover_from, cover_start_date, policy_start_date }: CertificateData['policy']): string {
  const from = cover_from ? momentText(cover_from) : 'When the payment is confirmed';
  const early = coverStartText({ coverStart: cover_start_date, start: policy_start_date });
  return early === null ? from : `${from}. ${early}`;
}

export function term(flow: Flow, { policy }: CertificateData): void {
  flow.heading('Term and payment');
  flow.fact('Policy', `${policy.policy_number}, product reference ${policy.product_reference}`);
  flow.fact('Cover begins', beginning(policy));
  flow.fact('Cover ends', endText(policy.cover_until));
  const paid = amountText(policy.paid_amount, policy.paid_decimals, policy.payment_currency);
  const rate = `1 ${policy.payment_currency} = ${grouped(policy.rate)} US dollars`;
  flow.fact('Premium paid', `${paid} for ${formatUsd(policy.premium)}, the whole term, at ${rate}`);
  const lines = policy.price_lines.map(({ label, cents }) => `${label}: ${formatUsd(cents / 100)}`);
  flow.fact('Price', `${lines.join('. ')}.`);
  flow.fact('Wording', `${policy.wording_version}, printed in full in this certificate`);
}

export function registry(flow: Flow, data: CertificateData): void {
  const { policy } = data;
  flow.heading('Public record', 8);
  if (typeof policy.chain_id === 'number')
    flow.fact('Network', `${data.chain_name}, chain ${policy.chain_id}`);
  else {
    flow.fact('Network', data.chain_name);
    flow.hashFact('Genesis', policy.chain_id);
  }
  if (policy.contract) flow.hashFact(OUR_ACCOUNT[policy.enforced_by], policy.contract);
  flow.hashFact('Transaction', policy.tx_hash);
  flow.fact(
    'Block',
    policy.payment_block === null ? 'Awaiting confirmation' : grouped(String(policy.payment_block)),
  );
  flow.hashFact('Registry id', policy.quote_id);
  flow.linkFact('Verify at', data.verify_url);
}

const OUR_ACCOUNT = { contract: 'Contract', records: 'Paid to' } as const;

/** The accepted wording in full. */
export function wordingText(flow: Flow, data: CertificateData): void {
  const { wording } = data;
  // A traveler's page has nothing else on it.
  if (flow.onFirstPage || travelerPages(data).length > 0) flow.newPage();
  flow.heading(`Wording ${wording.version}: ${PRODUCTS[wording.product].label}`);
  flow.bullets('What is covered', wording.covered);
  flow.bullets('What is not covered', wording.notCovered);
  flow.bullets('Limits and deductible', wording.limits);
  flow.bullets('What a claim needs', wording.claimNeeds);
  flow.bullets('Withdrawing and canceling', wording.cancellation);
}

/** How to claim, whom to reach, and how to withdraw. */
export function whenNeeded(flow: Flow, { site }: CertificateData): void {
  const years = KEPT.claimYears === 1 ? 'a year' : `${KEPT.claimYears} years`;
  flow.heading('When you need us');
  flow.fact(
    'Claim',
    `${site}/submit-claim with the wallet named here, until ${years} after the end of cover`,
  );
  flow.fact('Reach us', `${site}/support, or without your wallet ${site}/contact`);
  flow.fact(
    'Withdraw',
    `${site}/withdraw within ${WITHDRAWAL_DAYS} days of buying, also without your wallet`,
  );
}

const UNENFORCED =
  'Mooring has no contract on this network. The chain shows what was paid, by whom and for which policy, and every refund and payout. It does not enforce the cover, the limits on payouts, their waiting time or the consent to a cancellation: Mooring does, by its own records.';

/** What a chain without a contract does not do. */
export function unenforced(flow: Flow, { policy }: CertificateData): void {
  if (policy.enforced_by === 'contract') return;
  flow.heading('What this network does not enforce', 4);
  flow.block(UNENFORCED, MARGIN, WIDTH, BODY);
}

/** Light margin that scanners need around the code, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/**
 * A text as a QR code.
 * @returns modules per side, and each row's dark runs as left, top, width, height in modules from the
 * upper left
 */
function qrCode(text: string): { size: number; dark: [number, number, number, number][] } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const dark: [number, number, number, number][] = [];
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (!modules.get(row, column)) continue;
      const start = column;
      while (column < modules.size && modules.get(row, column)) column++;
      dark.push([start, row, column - start, 1]);
    }
  }
  return { size: modules.size, dark };
}
