import { CLAIM_LABELS } from '#domain/claims/lifecycle.ts';
import { type ClaimDetailAnswer, METHOD_LABELS } from '#domain/claims/schema.ts';
import { formatBytes } from '#domain/files.ts';
import { formatUsd, grouped } from '#domain/money.ts';
import { STATUS_LABELS } from '#domain/policy/lifecycle.ts';
import { clauseTitle } from '#domain/products/forms/clauses.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { usTime } from '#worker/platform/http/csv.ts';
import { type Flow, MARGIN, QUIET, WIDTH } from '#worker/platform/pdf/flow.ts';
import type { FontSource } from '#worker/platform/pdf/fonts/source.ts';
import { amountText, dayText, momentText } from '#worker/platform/pdf/format.ts';
import { drawFeet, openDocument } from '#worker/platform/pdf/open.ts';

/** Everything a summary says. The same data always gives the same bytes. */
export interface SummaryData {
  claim: ClaimDetailAnswer;
  /** Name of the payout's chain. */
  chain_name: string;
  /** ISO 8601 in UTC. */
  issued_at: string;
}

function head(flow: Flow, { claim, issued_at }: SummaryData): void {
  const about = `${claim.claim_number}  ·  ${PRODUCTS[claim.policy_type].label}  ·  ${claim.policy_number}`;
  flow.head(`As of ${dayText(issued_at)}`, 'Claim Summary', about);
  flow.block(
    `What Mooring has recorded about this claim until ${momentText(issued_at)}. All times are in UTC. The SHA-256 of a document identifies it: anyone who has the file can compute it again.`,
    MARGIN,
    WIDTH,
    QUIET,
  );
  flow.y += 8;
}

/** Amount claimed, deductible, payout and status of the claim. */
function figures(flow: Flow, claim: ClaimDetailAnswer): void {
  flow.figures(
    [
      ['Claimed', claim.formatted_amount],
      ['Deductible', formatUsd(claim.deductible)],
      ['Payout', claim.payout_amount === null ? '–' : formatUsd(claim.payout_amount)],
      ['Status', CLAIM_LABELS[claim.status]],
    ],
    13,
  );
}

function insurance(flow: Flow, { policy, remaining_cover, created_at, next }: ClaimDetailAnswer): void {
  flow.heading('Claim and policy', 6);
  flow.fact('Submitted', momentText(created_at));
  flow.fact('Next', next.due === null ? next.step : `${next.step} By ${momentText(next.due)}.`);
  flow.fact('Policy', `${policy.policy_number}, ${STATUS_LABELS[policy.status]}`);
  flow.fact('Insurance', PRODUCTS[policy.policy_type].label);
  flow.fact('Term', `${dayText(policy.policy_start_date)} to ${dayText(policy.policy_end_date)}`);
  flow.fact('Cover', `${policy.formatted_coverage}, of which ${formatUsd(remaining_cover)} is left`);
}

function incident(flow: Flow, { incident_date, description }: ClaimDetailAnswer): void {
  flow.heading('Incident');
  flow.fact('Date', dayText(incident_date));
  const lines = description.split(/\r\n|[\n\r\u2028\u2029]/).filter((line) => line.trim() !== '');
  for (const [index, line] of lines.entries()) flow.fact(index === 0 ? 'What happened' : '', line);
}

function decision(flow: Flow, claim: ClaimDetailAnswer): void {
  const { decision_reason, clause, requested_documents } = claim;
  if (decision_reason === null && requested_documents === null) return;
  flow.heading('Decision');
  if (requested_documents !== null) flow.fact('We asked for', requested_documents);
  if (decision_reason !== null) flow.fact('Reason', decision_reason);
  if (clause !== null) flow.fact('Clause', `${clauseTitle(clause)}: ${clause.text}`);
}

function payout(flow: Flow, { claim, chain_name }: SummaryData): void {
  const { payout: paid } = claim;
  if (paid === null) return;
  flow.heading('Payout', 5);
  flow.fact('Amount', formatUsd(paid.usd));
  if (paid.amount !== null) {
    const rate = paid.rate === null ? '' : `, at 1 ${paid.currency} = ${grouped(paid.rate)} US dollars`;
    flow.fact('Paid', `${amountText(paid.amount, paid.decimals, paid.currency)}${rate}`);
  }
  if (paid.method === 'blockchain') flow.fact('Network', chain_name);
  else flow.fact('Paid by', METHOD_LABELS[paid.method]);
  if (paid.paid_at !== null) flow.fact('At', momentText(paid.paid_at));
  if (paid.tx_hash !== null) flow.hashFact('Transaction', paid.tx_hash);
}

function timeline(flow: Flow, { timeline: events, earlier_entries }: ClaimDetailAnswer): void {
  flow.heading('Timeline');
  if (earlier_entries)
    flow.fact('', 'There are earlier entries. Your data export in the profile has all of them.');
  for (const { date, message, created_by, tx_hash } of events) {
    flow.fact(usTime(date), created_by === 'You' ? `${message} (by the policyholder)` : message);
    if (tx_hash !== null) flow.hashFact('', tx_hash);
  }
}

function documents(flow: Flow, { documents: files }: ClaimDetailAnswer): void {
  flow.heading('Documents', 5);
  if (files.length === 0) flow.fact('', 'None');
  for (const [index, file] of files.entries()) {
    const kind = file.type.split('/').at(-1)?.toUpperCase() ?? '';
    flow.need(60);
    flow.fact(`Document ${index + 1}`, file.file_name);
    flow.fact('', `${kind}, ${formatBytes(file.size)}, added ${momentText(file.uploaded_at)}`, QUIET);
    flow.hashFact('SHA-256', file.sha256);
  }
}

/** Renders a claim's summary as a PDF: A4, English, with the fonts its text needs. */
export async function renderSummary(data: SummaryData, fonts: FontSource): Promise<Uint8Array> {
  const { claim } = data;
  const title = `Claim Summary ${claim.claim_number}`;
  const flow = await openDocument(fonts, data, [], {
    title,
    subject: `Claim about policy ${claim.policy_number}`,
    issuedAt: new Date(data.issued_at),
  });

  head(flow, data);
  figures(flow, claim);
  insurance(flow, claim);
  incident(flow, claim);
  decision(flow, claim);
  payout(flow, data);
  timeline(flow, claim);
  documents(flow, claim);
  drawFeet(flow, `Mooring  ·  ${claim.claim_number}  ·  As of ${momentText(data.issued_at)}`);
  return flow.paper.save();
}
