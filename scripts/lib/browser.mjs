// Browsers for the tests: installed ones, else Playwright's own, else ones from the system's package manager.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';

const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/** Chromium without its windows, which needs half the CPU time. */
const SHELLS = ['/usr/bin/chromium-headless-shell'];
const MINUTES = 60_000;

const find = (named, paths) => [named, ...paths].find((path) => path && existsSync(path)) ?? null;
const findBrowser = () => find(process.env.CHROME_PATH, BROWSERS);
const findShell = () => find(process.env.HEADLESS_SHELL_PATH, SHELLS);

async function playwrights() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : null;
}

const tried = (command, args) =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 10 * MINUTES }).status === 0;

const isRoot = process.getuid?.() === 0;

function apt(...args) {
  const [command, ...words] = isRoot ? ['apt-get'] : ['sudo', '-n', 'apt-get'];
  return tried(command, [...words, ...args]);
}

/**
 * Paths of a Chromium and, where there is one, of its headless shell. Installs a Chromium if need be, and throws a
 * sentence when none can be had. Adds the shell on its own only as root, as in a container.
 */
export async function ensureBrowsers(say = console.log) {
  const browser = findBrowser() ?? (await playwrights());
  if (browser) {
    if (!findShell() && isRoot && apt('update')) apt('install', '-y', 'chromium-headless-shell');
    return { browser, shell: findShell() };
  }

  say('No Chromium found. Installing one for the end-to-end tests …');
  const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js');
  if (tried(process.execPath, [playwright, 'install', 'chromium'])) {
    return { browser: await playwrights(), shell: findShell() };
  }
  if (
    apt('update') &&
    (apt('install', '-y', 'chromium', 'chromium-headless-shell') || apt('install', '-y', 'chromium'))
  ) {
    const path = findBrowser();
    if (path) return { browser: path, shell: findShell() };
  }
  throw new Error(
    'The end-to-end tests need Chromium, and none could be installed. Install Chromium or Google Chrome, or name one in CHROME_PATH.',
  );
}
