/**
 * `npm test`: types, lint, every unit and integration test, those of the platform on PostgreSQL too, those that depend on
 * the version of Node.js on the other versions, every end-to-end test; ends with the failed tests and one line of totals.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBuilt } from '../build/ensure-built.mjs'
import { findBrowser } from './find-browser.mjs'
import { nodeBinary, otherMajors } from './other-nodes.mjs'
import { whyNoPostgres } from './postgres-server.mjs'

const reports = join('.cache', 'reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const succeeds = (command, args, options) => spawnSync(command, args, { stdio: 'inherit', ...options }).status === 0

const npx = (args, env = {}) =>
  succeeds('npx', ['--no-install', ...args], {
    shell: process.platform === 'win32',
    env: { ...process.env, ...env },
  })

/** Tests of code that runs in Node.js on native modules, whose behaviour can depend on the version. */
const NATIVE_ROOMS = ['engine', 'platform', 'cli', 'embedded', 'security'].map((room) => `tests/${room}/`)

const totals = { passed: 0, failed: 0 }
const failures = []
const add = (passed, failed) => {
  totals.passed += passed
  totals.failed += failed
}

/** A step without tests of its own counts as one. */
function step(title, ok) {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${title}`)
  add(ok ? 1 : 0, ok ? 0 : 1)
  if (!ok) failures.push(title)
}

/**
 * Adds a runner's own figures; a runner that died without a report, or failed outside its tests, counts as a failure.
 */
function suite(title, ok, file, figures) {
  const none = { passed: 0, failed: 0, failures: [] }
  const counted = existsSync(file) ? figures(JSON.parse(readFileSync(file, 'utf8'))) : none
  add(counted.passed, counted.failed)
  failures.push(...counted.failures.map((failure) => `${title}: ${failure}`))
  if (!ok && counted.failed === 0) step(title, false)
}

async function builds() {
  try {
    await ensureBuilt(['node', 'renderer', 'preload'])
    return true
  } catch (error) {
    console.error(error)
    return false
  }
}

step('types', npx(['tsc', '-b']))
step('format and lint', npx(['biome', 'check', '.']))
step('build', await builds())

const vitest = (report) => ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
const firstLine = (text = '') => text.trim().split('\n', 1)[0]
const vitestFigures = (r) => ({
  passed: r.numPassedTests,
  failed: r.numFailedTests,
  failures: r.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${relative('.', file.name)} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`),
  ),
})

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
const playwrightFigures = (r) => ({
  passed: r.stats.expected,
  failed: r.stats.unexpected + r.stats.flaky,
  failures: r.suites
    .flatMap(specsOf)
    .filter((spec) => spec.tests.some((test) => test.status === 'unexpected' || test.status === 'flaky'))
    .map((spec) => `${spec.file} › ${spec.title}`),
})

const unit = join(reports, 'unit.json')
suite('unit and integration tests', npx(['vitest', 'run', ...vitest(unit)]), unit, vitestFigures)

const noPostgres = whyNoPostgres()
if (noPostgres) console.log(`\nThe platform is not tested on PostgreSQL: ${noPostgres}.`)
else {
  console.log('\n== the platform on PostgreSQL')
  const report = join(reports, 'postgres.json')
  const args = ['vitest', 'run', 'tests/platform/', 'tests/contract/', ...vitest(report)]
  suite('tests on PostgreSQL', npx(args, { SIGHTLINE_TEST_DATABASE: 'postgres' }), report, vitestFigures)
}

for (const major of otherMajors()) {
  const title = `tests on Node.js ${major}`
  try {
    const node = nodeBinary(major)
    console.log(`\n== ${title}`)
    const report = join(reports, `node-${major}.json`)
    const args = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...NATIVE_ROOMS, ...vitest(report)]
    suite(title, succeeds(node, args), report, vitestFigures)
  } catch (error) {
    console.error(error.message)
    step(title, false)
  }
}

const e2e = join(reports, 'e2e.json')
const browser = await findBrowser().catch((error) => console.error(error.message))
if (browser) {
  const ok = npx(['playwright', 'test'], { SIGHTLINE_CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: e2e })
  suite('end-to-end tests', ok, e2e, playwrightFigures)
} else step('a browser for the end-to-end tests', false)

if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}\n`)
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0
