import { readersOf } from '#worker/delivery/mail/repository.ts';
import { Unsendable } from '#worker/delivery/mail/unsendable.ts';
import { type Composer, payloadOf } from './composer.ts';
import { facts, link, text } from './layout.ts';

/** The report of a month for an administrator, with the figures as they were when it was written. */
export const composeMonthlyReport: Composer = async (ctx, letter) => {
  const readers = await readersOf(ctx.db, 'monthly_report');
  // Checked again here so that switching it off, or leaving, takes effect at once.
  const reader = readers.find(({ id, email }) => letter.wallet === `admin:${id}` && letter.target === email);
  if (!reader) throw new Unsendable('unwanted', true);
  const lines = Object.entries(payloadOf(letter));
  return {
    content: {
      name: reader.name,
      parts: [
        text(`${letter.subject}.`),
        facts(...lines.map(([label, value]) => [label, String(value) || '–'] as const)),
        link('Open the reports', `${ctx.settings.publicOrigin}/admin/reports`),
      ],
    },
    footer: 'You are receiving this email because you chose the monthly report in the Mooring back office.',
  };
};
