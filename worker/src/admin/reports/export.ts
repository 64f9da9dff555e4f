import type { Report } from '#domain/admin/insight-schema.ts';
import * as adminReportsApi from '#domain/admin/reports-api.ts';
import { logExport } from '#worker/admin/export.ts';
import { nowIso } from '#worker/platform/context.ts';
import { type Cell, csvAnswer, usDate } from '#worker/platform/http/csv.ts';
import { pdfDownload } from '#worker/platform/http/download.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { claimLines, kpiLines, nameOf, productLines } from './lines.ts';
import { getReport } from './report.ts';

/** One cell of the report in each row, so that the file has one shape whatever the report holds. */
interface Line {
  section: string;
  name: string;
  value: Cell;
}

/** A number, so that a spreadsheet computes with it and a minus sign is no formula. */
const numberOf = (text: string | null) => (text === null ? null : Number(text));

function linesOf(report: Report): Line[] {
  const section = (title: string, lines: [string, Cell][]) =>
    lines.map(([name, value]): Line => ({ section: title, name, value }));
  const { kpis } = report;
  return [
    ...section('Report', [
      ['Period', nameOf(report)],
      ['From', usDate(report.from)],
      ['To', usDate(report.to)],
      ['Complete', report.complete],
    ]),
    ...section('Figures', [
      ['Policies issued', kpis.policies_issued],
      ['New customers', kpis.new_users],
      ['Revenue (ETH)', Number(kpis.revenue.eth)],
      ['Revenue (USD)', Number(kpis.revenue.usd)],
      ['Average premium (USD)', numberOf(kpis.average_premium)],
      ['Claims made', kpis.claims_made],
      ['Claims per 100 policy-years', kpis.claim_frequency],
      ['Claims approved by first decision (%)', kpis.approval_rate],
      ['Average time to the first decision (hours)', kpis.average_decision_hours],
      ['Claims paid (ETH)', Number(kpis.claims_paid.eth)],
      ['Claims paid (USD)', Number(kpis.claims_paid.usd)],
      ['Average payout (USD)', numberOf(kpis.average_payout)],
      ['Too early for a loss ratio', kpis.too_early],
      ['Loss ratio (%)', kpis.loss_ratio],
      ['Combined ratio (%)', kpis.combined_ratio],
      ['Failed payments', kpis.failed_payments],
    ]),
    ...report.performance.flatMap(({ type, issued, revenue, claims_ratio, performance }) =>
      section(type, [
        ['Policies issued', issued],
        ['Revenue (ETH)', Number(revenue.eth)],
        ['Revenue (USD)', Number(revenue.usd)],
        ['Claims ratio (%)', claims_ratio],
        ['Performance', performance],
      ]),
    ),
    ...report.recent_claims.flatMap(({ claim_id, created_at, customer, policy_type, amount, status }) =>
      section(claim_id, [
        ['Made', usDate(created_at)],
        ['Customer', customer],
        ['Type', policy_type],
        ['Amount (USD)', Number(amount)],
        ['Status', status],
      ]),
    ),
  ];
}

const fileName = (report: Report) => `Mooring-report-${nameOf(report)}`;

/** The report as a file. */
export const exportReport = serve(adminReportsApi.exportReport, async (ctx, { format, ...query }) => {
  const report = await getReport(ctx, query);
  await logExport(ctx, 'report', { format, ...query }, report.recent_claims.length);
  if (format === 'csv') {
    return csvAnswer<Line>(
      fileName(report),
      [
        { title: 'Section', value: ({ section }) => section },
        { title: 'Name', value: ({ name }) => name },
        { title: 'Value', value: ({ value }) => value },
      ],
      async () => ({ rows: linesOf(report), next: null }),
    );
  }
  // PDF code and fonts are most of the worker's size, so they load on demand.
  const { renderReport } = await import('./render.ts');
  const texts = {
    report,
    kpis: kpiLines(report),
    products: productLines(report),
    claims: claimLines(report),
  };
  const content = await renderReport({ ...texts, issued_at: nowIso(ctx) }, ctx.fonts);
  return pdfDownload(`${fileName(report)}.pdf`, content);
});
