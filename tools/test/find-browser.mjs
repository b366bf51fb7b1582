/** Finds a Chromium for tests and measurements, or installs one. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installFromDebian } from './debian.mjs'

const NAMED = [process.env.SIGHTLINE_CHROMIUM]

/** Chromium without windows, which does the same for a test with a quarter less work. */
const SHELLS = ['/usr/bin/chromium-headless-shell']

const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** @param {readonly (string | undefined)[]} paths */
const firstOf = (paths) => paths.find((path) => path && existsSync(path))

/** Path of the best browser here for tests; undefined when there is none but perhaps Playwright's own. */
export const browserForTests = () => firstOf([...NAMED, ...SHELLS, ...BROWSERS])

async function fromPlaywright() {
  const { chromium } = await import('@playwright/test')
  return firstOf([chromium.executablePath()])
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
const run = (command, args) =>
  spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0

/**
 * Returns the path that `find` finds, after an installation if need be; throws an error with instructions.
 * @param {() => string | undefined} find
 * @param {string} debianPackage
 */
async function findOrInstall(find, debianPackage) {
  const found = find() ?? (await fromPlaywright())
  if (found) return found
  console.log('No Chromium here; installing one.')
  installFromDebian([debianPackage, 'fonts-dejavu-core'])
  if (!find()) run('npx', ['--no-install', 'playwright', 'install', 'chromium'])
  const now = find() ?? (await fromPlaywright())
  if (!now)
    throw new Error(
      'No Chromium could be installed. Install Chrome or Chromium and set SIGHTLINE_CHROMIUM to its path.',
    )
  return now
}

/** Path of a Chromium as people use it, for measurements. */
export const findBrowser = () => findOrInstall(() => firstOf([...NAMED, ...BROWSERS]), 'chromium')

/** Path of a Chromium for tests. */
export const findBrowserForTests = () => findOrInstall(browserForTests, 'chromium-headless-shell')
