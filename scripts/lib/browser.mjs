// Finds a Chromium for the tests: an installed one, Playwright's, or one from the system's package manager.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const MINUTES = 60_000;

const find = () => [process.env.CHROME_PATH, ...INSTALLED].find((path) => path && existsSync(path));

async function playwrights() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : null;
}

const tried = (command, args) =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 10 * MINUTES }).status === 0;

/** Path of a Chromium, installed if necessary. Throws a sentence if that fails. */
export async function ensureBrowser(say = console.log) {
  const there = find() ?? (await playwrights());
  if (there) return there;

  say('No Chromium found. Installing one for the end-to-end tests …');
  const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js');
  if (tried(process.execPath, [playwright, 'install', 'chromium'])) return playwrights();
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = [...sudo, 'apt-get'];
  if (
    tried(apt[0], [...apt.slice(1), 'update']) &&
    tried(apt[0], [...apt.slice(1), 'install', '-y', 'chromium'])
  ) {
    const path = find();
    if (path) return path;
  }
  throw new Error(
    'The end-to-end tests need Chromium, and none could be installed. Install Chromium or Google Chrome, or name one in CHROME_PATH.',
  );
}
