/**
 * The report of a test command: prints each step as it ends, then the slowest files, the failures and a line of totals, and keeps
 * the times in `.cache/reports/times.json`, by command, step and file.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const FOLDER = join('.cache', 'reports')
const TIMES = join(FOLDER, 'times.json')
const SLOWEST = 20

/**
 * @typedef {{ file: string, seconds: number }} FileTime
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[], files: FileTime[] }} Figures
 */

const seconds = (ms) => Math.round(ms / 100) / 10
const firstLine = (text = '') => text.trim().split('\n', 1)[0]
const read = (file, fallback) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : fallback)

/** The figures of a JSON report of Vitest. @returns {Figures} */
export function vitestFigures(report) {
  const hasFailed = ({ status }) => status === 'failed'
  // A file that can't be loaded or set up fails without a failed test.
  const broken = report.testResults.filter((file) => hasFailed(file) && !file.assertionResults.some(hasFailed))
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests,
    failures: [
      ...broken.map((file) => `${relative('.', file.name)}: ${firstLine(file.message)}`),
      ...report.testResults.flatMap((file) =>
        file.assertionResults
          .filter(hasFailed)
          .map((test) => `${relative('.', file.name)} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`),
      ),
    ],
    files: report.testResults.map((file) => ({
      file: relative('.', file.name),
      seconds: seconds(file.endTime - file.startTime),
    })),
  }
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

/** The figures of a JSON report of Playwright. @returns {Figures} */
export function playwrightFigures(report) {
  const hasFailed = (test) => test.status === 'unexpected' || test.status === 'flaky'
  const timeOf = (spec) => spec.tests.flatMap((test) => test.results).reduce((sum, { duration }) => sum + duration, 0)
  return {
    passed: report.stats.expected,
    failed: report.stats.unexpected + report.stats.flaky,
    skipped: report.stats.skipped,
    failures: report.suites
      .flatMap(specsOf)
      .filter((spec) => spec.tests.some(hasFailed))
      .map((spec) => `${spec.file} › ${spec.title}`),
    files: report.suites.map((suite) => ({
      file: `tests/e2e/${suite.file}`,
      seconds: seconds(specsOf(suite).reduce((sum, spec) => sum + timeOf(spec), 0)),
    })),
  }
}

/** @param {string} command as people type it */
export function startReport(command) {
  const steps = []
  mkdirSync(FOLDER, { recursive: true })

  function end(title, startedAt, { passed, failed, skipped = 0, failures = [], files = [] }) {
    const step = { title, seconds: seconds(performance.now() - startedAt), passed, failed, skipped, failures, files }
    steps.push(step)
    console.log(`${failed > 0 ? 'FAIL' : 'ok  '} ${title} (${step.seconds} s)`)
  }

  return {
    /** A step without tests of its own counts as one. `work` returns whether it succeeded. */
    async step(title, work) {
      const startedAt = performance.now()
      console.log(`\n== ${title}`)
      const ok = await Promise.resolve()
        .then(work)
        .catch((error) => console.error(error?.message ?? error))
      end(title, startedAt, ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: [title] })
      return Boolean(ok)
    },

    /**
     * Adds a runner's own figures; a runner that died without a report, or failed outside its tests, counts as a failure. `work`
     * gets the file for the runner's report and returns whether it succeeded.
     */
    async suite(title, figures, work) {
      const startedAt = performance.now()
      console.log(`\n== ${title}`)
      const file = join(FOLDER, `${title.replace(/\W+/g, '-').toLowerCase()}.json`)
      rmSync(file, { force: true })
      const ok = await Promise.resolve()
        .then(() => work(file))
        .catch((error) => console.error(error?.message ?? error))
      const report = read(file, null)
      const counted = report ? figures(report) : { passed: 0, failed: 0, skipped: 0, failures: [], files: [] }
      const isSilent = !ok && counted.failed === 0
      end(title, startedAt, {
        passed: counted.passed,
        failed: counted.failed + (isSilent ? 1 : 0),
        skipped: counted.skipped,
        failures: [...counted.failures.map((failure) => `${title}: ${failure}`), ...(isSilent ? [title] : [])],
        files: counted.files,
      })
    },

    /** Says in one line what is not tested here. */
    skip: (title, reason) => console.log(`\nSkipped: ${title}: ${reason}`),

    /** Prints the summary, keeps the times and sets the exit code. */
    finish() {
      const sum = (of) => steps.reduce((total, step) => total + step[of], 0)
      const totals = { passed: sum('passed'), failed: sum('failed'), seconds: Math.round(sum('seconds')) }
      const slowest = steps
        .flatMap((step) => step.files.map((file) => ({ ...file, step: step.title })))
        .sort((a, b) => b.seconds - a.seconds)
        .slice(0, SLOWEST)
      if (slowest.length > 0) console.log(`\nThe ${slowest.length} slowest files, in seconds:`)
      for (const { file, seconds, step } of slowest) console.log(`${String(seconds).padStart(7)}  ${file}  (${step})`)
      console.log(`\nMinutes by step of ${command}:`)
      for (const step of steps) console.log(`${(step.seconds / 60).toFixed(1).padStart(7)}  ${step.title}`)
      console.log(`${(totals.seconds / 60).toFixed(1).padStart(7)}  in all`)
      const failures = steps.flatMap((step) => step.failures)
      if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}\n`)
      writeFileSync(TIMES, `${JSON.stringify({ ...read(TIMES, {}), [command]: { ...totals, steps } }, null, 2)}\n`)
      console.log(`${totals.passed} passed, ${totals.failed} failed`)
      process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0
    },
  }
}

/** Passed and failed tests of all commands whose times are kept. */
export function allTotals() {
  const commands = Object.values(read(TIMES, {}))
  const sum = (of) => commands.reduce((total, command) => total + command[of], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}
