// docs/runbooks.md, written from the walks themselves.
import { join } from 'node:path';
import { ROOT } from '../lib/bootstrap.mjs';
import { CHAINS, POLKADOT } from './chains.mjs';
import { CONTRACT } from './contract.mjs';
import { DATA } from './data.mjs';
import { deployFromNothing } from './deploy.mjs';
import { KEYS } from './keys.mjs';
import { OUTSIDE } from './outside.mjs';
import { webhookSecret } from './webhook.mjs';

export const DOCUMENT = join(ROOT, 'docs/runbooks.md');

/** In the order in which they are walked: those that share a stack leave it usable for the next. */
export const RUNBOOKS = {
  deploy: deployFromNothing,
  ...KEYS,
  'webhook-secret': webhookSecret,
  ...OUTSIDE,
  ...DATA,
  ...CHAINS,
  ...CONTRACT,
  ...POLKADOT,
};

const dateLine = (name, date) => `Walked on ${date}: \`npm run runbooks -- ${name}\`.`;

/** When each runbook of the document was walked. */
export const datesIn = (text) =>
  Object.fromEntries(
    [...text.matchAll(/^Walked on (\d{4}-\d{2}-\d{2}): `npm run runbooks -- ([\w-]+)`\.$/gm)].map(
      ([, date, name]) => [name, date],
    ),
  );

/** The whole document. A runbook without a date has not been walked. */
export function documentOf(dates) {
  const sections = Object.entries(RUNBOOKS).map(([name, { title, when, steps }]) =>
    [
      `## ${title}`,
      dates[name] ? dateLine(name, dates[name]) : 'Not walked yet.',
      `When: ${when}`,
      steps.map((step, index) => `${index + 1}. ${step.do}\n   *${step.shows}*`).join('\n'),
    ].join('\n\n'),
  );
  return `# Runbooks

Written by \`npm run runbooks -- --write\`, which walks each one on a local stack with the development keys and checks the sentences in italics. \`npm run test:full\` walks all of them. [Operations](operations.md) has the settings and what is not a step.

${sections.join('\n\n')}
`;
}
