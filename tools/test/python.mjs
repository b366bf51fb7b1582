/**
 * `npm run test:python`: the tests that need packages of Python, which it installs into a virtual environment in `.cache/python`.
 * Where that fails, it prints in one line what it skipped and why.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from '../build/ensure-built.mjs'
import { installFromDebian } from './debian.mjs'
import { startReport, vitestFigures } from './report.mjs'
import { succeeds, vitest } from './runners.mjs'

const PINNED = join('tests', 'python', 'requirements.txt')
const INSTALLED = join('.cache', 'python')
const NOTE = join(INSTALLED, 'requirements.txt')
const PYTHON = process.env.SIGHTLINE_PYTHON ?? (process.platform === 'win32' ? 'python' : 'python3')
const interpreter = join(INSTALLED, ...(process.platform === 'win32' ? ['Scripts', 'python.exe'] : ['bin', 'python']))

const runs = (...args) => spawnSync(PYTHON, args, { stdio: 'ignore' }).status === 0

/** Installs the packages unless they are there; returns the reason why they are not, or null. */
function ensurePackages() {
  const pinned = readFileSync(PINNED, 'utf8')
  if (existsSync(NOTE) && readFileSync(NOTE, 'utf8') === pinned) return null
  if (!runs('-c', 'import ensurepip')) installFromDebian(['python3', 'python3-venv'])
  if (!runs('-c', 'import ensurepip')) return `${PYTHON} is missing, or cannot make virtual environments`
  rmSync(INSTALLED, { recursive: true, force: true })
  if (!succeeds(PYTHON, ['-m', 'venv', INSTALLED])) return `${PYTHON} could not make a virtual environment`
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', PINNED]
  if (!succeeds(interpreter, pip)) return 'pip could not install their packages'
  cpSync(PINNED, NOTE)
  return null
}

const report = startReport('npm run test:python')
let missing = null
await report.step('packages of Python', () => {
  missing = ensurePackages()
  return true
})
if (missing) report.skip('the readers of other tools', missing)
else {
  await report.step('build', () => ensureBuilt(['node']).then(() => true))
  await report.suite('readers of other tools', vitestFigures, (file) =>
    vitest(['tests/python/'], file, { env: { SIGHTLINE_TEST_PYTHON: interpreter } }),
  )
}
report.finish()
