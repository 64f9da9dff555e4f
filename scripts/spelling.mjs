// Part of the lint step: fails on British spellings in code, texts and documents. All our text is American English.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './lib/bootstrap.mjs';

/** Beginnings of verbs that end in -ize or -yze. */
const VERBS =
  'anal|anonym|apolog|author|canonical|capital|categor|central|character|custom|digit|emphas|equal|external|familiar|' +
  'final|formal|general|initial|internal|item|legal|local|material|maxim|minim|modern|monet|neutral|normal|optim|' +
  'organ|parallel|penal|prior|priorit|pseudonym|random|real|recogn|sanit|scrutin|serial|special|stabil|standard|' +
  'subsid|summar|symbol|synchron|token|util|victim|visual';
const OUR = 'arm|behavi|col|endeav|fav|flav|harb|hon|hum|lab|neighb|rum|sav|vap';
const DOUBLED =
  'cancel|channel|counsel|fuel|initial|label|level|marshal|model|panel|parcel|pencil|rival|signal|spiral|total|travel|tunnel';
const BRITISH = new RegExp(
  [
    String.raw`\b(?:(?:re|un|de|dis)?(?:${VERBS})is(?:e|ed|er|ers|es|ing|ations?|able)|analys(?:ed?|ers?|ing))\b`,
    String.raw`\b(?:${OUR})our(?:s|ed|ing|able|ites?|al|ally|hoods?|less)?\b`,
    String.raw`\b(?:${DOUBLED})l(?:ed|ing|ers?)\b`,
    String.raw`\b(?:cali|cent|fib|lit|(?:centi|kilo|milli)?met|spect|theat)res?\b`,
    String.raw`\b(?:enrol|fulfil|instal)(?:s|ments?)?\b|\b(?:def|off)ences?\b|\bpretences?\b`,
    String.raw`\b(?:licence[sd]?|practis(?:es?|ed|ing)|tyres?|cheques?|programmes?|catalogues?|artefacts?|storeys?|kerbs?)\b`,
    String.raw`\b(?:ageing|aluminium|amongst|whilst|fortnight|grey|cosy|draughts?|manoeuvre[sd]?|moulds?|plough|sceptic\w*)\b`,
    String.raw`\b(?:learnt|spelt|burnt|dreamt|skilful|wilful|per cent)\b`,
  ].join('|'),
  'gi',
);

/** The specification's own strings: the status Cancelled and its value, and what a wallet's error says. */
const SPECIFIED = [
  /(['"`>‘])[Cc]ancelled(?=['"`<’])/g,
  /Status\.Cancelled\b|^\s*Cancelled,?$|Rejected or Cancelled/g,
  // Its value as a key, in an address, in a remark.
  /(?:^\s*|[{,] )cancelled:|[.:=|]cancelled\b/g,
  // Its value among others, in what a test expects, and its label in the decisions.
  /'(?:cancelled|orphaned|policies) cancelled\b|recorded: cancelled\b|(?:status|Expired,) Cancelled\b/g,
  /cancelled by user/g,
];

/** Texts that stay as they are, with the reason. */
const KEPT = [
  // Their hash is part of every policy that was sold with them. What is sold today has no exception.
  { file: 'domain/products/forms/earlier.ts', text: 'a valid licence' },
  { file: 'domain/products/forms/earlier.ts', text: 'tyres worn' },
  { file: 'domain/products/forms/earlier.ts', text: 'cannot be cancelled' },
];

const TEXT = /\.(?:ts|tsx|mjs|cjs|js|json|toml|yaml|yml|sol|tree|css|md|mdx|sql|html|svg|txt)$/;
/** Not ours, or generated; the index of the specification quotes it; this file has the words. */
const LEFT_OUT = /^(?:package-lock\.json|domain\/abi\/|docs\/spec-index\.md|scripts\/spelling\.mjs)/;

const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => TEXT.test(file) && !LEFT_OUT.test(file));

const used = new Set();
const found = files.flatMap((file) =>
  readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const kept = KEPT.filter((each) => each.file === file && line.includes(each.text));
      for (const each of kept) used.add(each);
      const rest = [...SPECIFIED, ...kept.map(({ text }) => text)].reduce(
        (text, each) => text.replaceAll(each, ' '),
        line,
      );
      return [...rest.matchAll(BRITISH)].map(([word]) => `${file}:${index + 1} ${word}`);
    }),
);
const stale = KEPT.filter((each) => !used.has(each)).map(
  ({ file, text }) => `${file} no longer has “${text}”`,
);

for (const each of [...found, ...stale]) console.error(each);
if (found.length + stale.length > 0) {
  console.error('Please use the American spelling. Exceptions are listed in scripts/spelling.mjs.');
  process.exitCode = 1;
}
