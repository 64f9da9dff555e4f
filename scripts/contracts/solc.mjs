#!/usr/bin/env node
// The compiler as forge calls it: `--version`, or standard JSON from stdin to stdout. It runs solc's WebAssembly build
// from npm, so that no compiler has to be downloaded.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

if (process.argv.includes('--version')) {
  const { version } = require('solc/package.json');
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${version}\n`);
} else {
  let input = '';
  for await (const chunk of process.stdin) input += chunk;
  const solc = require('solc');
  process.stdout.write(solc.compile(input));
}
