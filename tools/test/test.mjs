/**
 * `npm test`: types, lint, every unit and integration test on this Node.js and SQLite, every end-to-end test. Other databases and
 * versions of Node.js are `npm run test:matrix`, the readers of other tools `npm run test:python`.
 */
import { ensureBuilt } from '../build/ensure-built.mjs'
import { findBrowserForTests } from './find-browser.mjs'
import { playwrightFigures, startReport, vitestFigures } from './report.mjs'
import { biome, checkTypes, playwright, vitest } from './runners.mjs'

const report = startReport('npm test')

await report.step('types', checkTypes)
await report.step('format and lint', () => biome(['check', '.']))
await report.step('build', () => ensureBuilt(['node', 'renderer', 'preload']).then(() => true))

let browser = ''
// Before the unit tests: those of software GPUs use its driver.
await report.step('a browser', async () => {
  browser = await findBrowserForTests()
  return true
})
await report.suite('unit and integration tests', vitestFigures, (file) => vitest([], file))
if (browser)
  await report.suite('end-to-end tests', playwrightFigures, (file) =>
    playwright(['test'], { env: { SIGHTLINE_CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file } }),
  )
report.finish()
