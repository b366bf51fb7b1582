/**
 * The report of a test command: prints each step as it ends, then the slowest files, the failures and a line of totals, and keeps
 * the times in `.cache/reports/times.json`, by command, step and file.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const FOLDER = join('.cache', 'reports')
const TIMES = join(FOLDER, 'times.json')
const SLOWEST = 20

/** @import { JSONReport, JSONReportSpec, JSONReportSuite, JSONReportTest } from '@playwright/test/reporter' */
/** @import { JsonTestResults } from 'vitest/node' */
/** @typedef {{ file: string, seconds: number }} FileTime */
/** @typedef {{ passed: number, failed: number, skipped: number, failures: string[], files: FileTime[] }} Figures */
/** @typedef {{ passed: number, failed: number, seconds: number }} Totals */

/** @param {number} ms */
const seconds = (ms) => Math.round(ms / 100) / 10
/** @param {string | null} [text] */
const firstLine = (text) => text?.trim().split('\n', 1)[0] ?? ''
/** @param {string} file */
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)
/** @returns {Record<string, Totals>} the totals of each command whose times are kept */
const keptTimes = () => read(TIMES) ?? {}

/**
 * The figures of a JSON report of Vitest.
 * @param {JsonTestResults} report
 * @returns {Figures}
 */
export function vitestFigures(report) {
  /** @param {{ status: string }} result */
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
          .map((test) => `${relative('.', file.name)} › ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`),
      ),
    ],
    files: report.testResults.map((file) => ({
      file: relative('.', file.name),
      seconds: seconds(file.endTime - file.startTime),
    })),
  }
}

/**
 * @param {JSONReportSuite} suite
 * @returns {JSONReportSpec[]}
 */
const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

/**
 * The figures of a JSON report of Playwright.
 * @param {JSONReport} report
 * @returns {Figures}
 */
export function playwrightFigures(report) {
  /** @param {JSONReportTest} test */
  const hasFailed = (test) => test.status === 'unexpected' || test.status === 'flaky'
  /** @param {JSONReportSpec} spec */
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

/** @type {Figures} */
const NONE = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] }

/**
 * Returns whether the work succeeded; prints the error that it throws.
 * @param {() => boolean | Promise<boolean>} work
 */
async function succeeds(work) {
  try {
    return await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  }
}

/** @param {string} command as people type it */
export function startReport(command) {
  /** @type {(Figures & { title: string, seconds: number })[]} */
  const steps = []
  mkdirSync(FOLDER, { recursive: true })

  /**
   * @param {string} title
   * @param {number} startedAt
   * @param {Figures} figures
   */
  function end(title, startedAt, figures) {
    const step = { title, seconds: seconds(performance.now() - startedAt), ...figures }
    steps.push(step)
    console.log(`${step.failed > 0 ? 'FAIL' : 'ok  '} ${title} (${step.seconds} s)`)
  }

  return {
    /**
     * A step without tests of its own counts as one.
     * @param {string} title
     * @param {() => boolean | Promise<boolean>} work returns whether it succeeded
     */
    async step(title, work) {
      const startedAt = performance.now()
      console.log(`\n== ${title}`)
      const ok = await succeeds(work)
      end(title, startedAt, ok ? { ...NONE, passed: 1 } : { ...NONE, failed: 1, failures: [title] })
      return ok
    },

    /**
     * Adds a runner's own figures. A runner that died without a report, or failed outside its tests, counts as one
     * failure.
     * @template T
     * @param {string} title
     * @param {(report: T) => Figures} figures
     * @param {(file: string) => boolean} work gets the file for the runner's report; returns whether it succeeded
     */
    async suite(title, figures, work) {
      const startedAt = performance.now()
      console.log(`\n== ${title}`)
      const file = join(FOLDER, `${title.replace(/\W+/g, '-').toLowerCase()}.json`)
      rmSync(file, { force: true })
      const ok = await succeeds(() => work(file))
      const report = read(file)
      const counted = report ? figures(report) : NONE
      const isSilent = !ok && counted.failed === 0
      end(title, startedAt, {
        passed: counted.passed,
        failed: counted.failed + (isSilent ? 1 : 0),
        skipped: counted.skipped,
        failures: [...counted.failures.map((failure) => `${title}: ${failure}`), ...(isSilent ? [title] : [])],
        files: counted.files,
      })
    },

    /**
     * Says in one line what is not tested here.
     * @param {string} title
     * @param {string} reason
     */
    skip: (title, reason) => console.log(`\nSkipped: ${title}: ${reason}`),

    /** Prints the summary, keeps the times and sets the exit code. */
    finish() {
      /** @param {'passed' | 'failed' | 'seconds'} of */
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
      writeFileSync(TIMES, `${JSON.stringify({ ...keptTimes(), [command]: { ...totals, steps } }, null, 2)}\n`)
      console.log(`${totals.passed} passed, ${totals.failed} failed`)
      process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0
    },
  }
}

/** Passed and failed tests of all commands whose times are kept. */
export function allTotals() {
  const commands = Object.values(keptTimes())
  /** @param {'passed' | 'failed'} of */
  const sum = (of) => commands.reduce((total, command) => total + command[of], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}
