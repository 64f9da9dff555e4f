// Part of the lint step: no committed file holds a private key, a mnemonic, a token or a password that opens anything.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { english } from 'viem/accounts';
import { ROOT } from '../lib/bootstrap.mjs';

const WORDS = new Set(english);
/** Fewest words of a mnemonic (BIP-39). */
const MNEMONIC_WORDS = 12;

/** What tokens of well-known services look like, and what stands around a key. */
const RULES = [
  ['a private key', /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/g],
  [
    'a private key',
    /(?:private|secret|signer|relay|deployer|mnemonic|seed|purse)\w*["'`]?\s*[:=(]+\s*["'`]?((?:0x)?[0-9a-f]{64})\b/gi,
  ],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{50,})/g],
  ['a login of a registry', /^[^#\n]*:?_(?:authToken|auth|password)\s*=\s*\S+/g],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b/g],
  ['a key of AWS', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g],
  ['a key of Google', /\bAIza[0-9A-Za-z_-]{35}\b/g],
  ['a token of Slack', /\bxox[abeoprs]-[0-9A-Za-z-]{10,}/g],
  ['a hook of Slack', /hooks\.slack\.com\/services\/T\w+\/B\w+\/\w+/g],
  ['a key of Stripe', /\b[rs]k_live_[0-9A-Za-z]{20,}/g],
  ['an RPC key', /\b(?:infura\.io\/v3\/|alchemy\.com\/v2\/|quiknode\.pro\/)[0-9A-Za-z_-]{20,}/g],
  ['a session token', /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{20,}/g],
  ['a webhook secret', /\bwhsec_[A-Za-z0-9+/]{32,}={0,2}/g],
  [
    'a password in an address',
    /\b(?:https?|wss?|postgres(?:ql)?|mysql|redis|mongodb(?:\+srv)?):\/\/[^\s:/@'"`]+:[^\s/@'"`$]{6,}@/g,
  ],
  [
    'a secret',
    /\b(?:api[_-]?(?:key|token)|auth[_-]?token|access[_-]?token|client[_-]?secret|session[_-]?secret|password|passwd)\w*["'`]?\s*[:=]\s*["'`]([A-Za-z0-9+/_=.-]{20,})["'`]/gi,
  ],
];

/** Secrets of local chains and tests, which open nothing. The text is the match's beginning. */
const KNOWN = [
  { text: 'test test test test test test test test test test test junk', reason: 'anvil’s own accounts' },
  {
    text: '0x92db14e403b83dfe',
    file: 'scripts/contracts/deploy.test.mjs',
    reason: 'the key of one of anvil’s own accounts',
  },
  {
    text: '0xac0974bec39a17e3',
    file: 'scripts/runbooks/deploy.mjs',
    reason: 'the key of one of anvil’s own accounts',
  },
];

/** Every run of at least twelve words of the BIP-39 list with a space between them. */
function mnemonicsIn(line) {
  const found = [];
  for (const [text] of line.matchAll(/[a-z]+(?: [a-z]+)+/g)) {
    let run = [];
    for (const word of [...text.split(' '), '']) {
      if (WORDS.has(word)) run.push(word);
      else {
        if (run.length >= MNEMONIC_WORDS) found.push(run.join(' '));
        run = [];
      }
    }
  }
  return found;
}

/**
 * @param file its name, for the sentence
 * @returns {{ known: object[], problems: string[] }} what of `KNOWN` it has, and a sentence for each other secret
 */
export function secretsIn(file, text) {
  const known = [];
  const problems = [];
  text.split('\n').forEach((line, index) => {
    const found = [
      ...RULES.flatMap(([what, rule]) =>
        [...line.matchAll(rule)].map((match) => [what, match[1] ?? match[0]]),
      ),
      ...mnemonicsIn(line).map((words) => ['a mnemonic', words]),
    ];
    for (const [what, secret] of found) {
      const entry = KNOWN.find((each) => secret.startsWith(each.text) && (!each.file || each.file === file));
      if (entry) known.push(entry);
      // Only its beginning, because logs of a build are read by many.
      else problems.push(`${file}:${index + 1} has what looks like ${what}: ${secret.slice(0, 12)}…`);
    }
  });
  return { known, problems };
}

/** Names of files that hold secrets by their kind. */
export const isSecretFile = (file) =>
  /(?:^|\/)(?:\.dev\.vars|\.env(?:\.(?!example$)\w+)?|id_(?:rsa|ed25519|ecdsa)|\.netrc)$|\.(?:pem|key|p12|pfx|jks|keystore)$/.test(
    file,
  );

function problemsOf(files) {
  const used = new Set();
  const problems = files.filter(isSecretFile).map((file) => `${file} must not be committed.`);
  for (const file of files) {
    const content = readFileSync(join(ROOT, file));
    // Pictures and fonts.
    if (content.includes(0)) continue;
    const found = secretsIn(file, content.toString('utf8'));
    problems.push(...found.problems);
    for (const entry of found.known) used.add(entry);
  }
  const idle = KNOWN.filter((entry) => !used.has(entry)).map(({ text }) => `Nothing has “${text}” anymore.`);
  return [...problems, ...idle];
}

if (process.argv[1] === import.meta.filename) {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    // The lock file has hashes and addresses alone, and is written by npm.
    .filter((file) => file !== '' && file !== 'package-lock.json');
  const problems = problemsOf(files);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
