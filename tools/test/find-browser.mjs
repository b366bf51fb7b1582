/** Finds a Chromium for tests and measurements, or installs one. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installFromDebian } from './debian.mjs'

const KNOWN = [
  process.env.SIGHTLINE_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

async function installed() {
  const { chromium } = await import('@playwright/test')
  return [...KNOWN, chromium.executablePath()].find((path) => path && existsSync(path))
}

const run = (command, args) =>
  spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0

/** Path of a Chromium; throws an error with instructions when none is available. */
export async function findBrowser() {
  const found = await installed()
  if (found) return found
  console.log('No Chromium here; installing one.')
  installFromDebian(['chromium', 'fonts-dejavu-core'])
  if (!(await installed())) run('npx', ['--no-install', 'playwright', 'install', 'chromium'])
  const now = await installed()
  if (!now)
    throw new Error(
      'No Chromium could be installed. Install Chrome or Chromium and set SIGHTLINE_CHROMIUM to its path.',
    )
  return now
}
