/**
 * `npm run test:matrix`: repeats the tests whose outcome can differ on PostgreSQL with a cluster of servers and workers, and on the
 * other versions of Node.js, plants faults that they have to find, puts a server behind real proxies, starts the entries on
 * versions that Sightline refuses, and installs the checkout with npm 10.
 */
import { ensureBuilt } from '../build/ensure-built.mjs'
import { ON_POSTGRES, otherNodesTests, postgresTests } from './matrix-lists.mjs'
import { installsWithNpm10 } from './npm-10.mjs'
import { refusesOldNodes } from './old-nodes.mjs'
import { nodeBinary, otherMajors } from './other-nodes.mjs'
import { ensurePostgres } from './postgres-server.mjs'
import { ensureProxies } from './proxies.mjs'
import { startReport, vitestFigures } from './report.mjs'
import { vitest } from './runners.mjs'

/** @import { JsonTestResults } from 'vitest/node' */
/** @import { Figures } from './report.mjs' */

const report = startReport('npm run test:matrix')
const onPostgres = { SIGHTLINE_TEST_DATABASE: 'postgres' }

await report.step('build', () => ensureBuilt(['node', 'renderer']).then(() => true))

const noPostgres = ensurePostgres()
if (noPostgres) report.skip('the platform on PostgreSQL', noPostgres)
else {
  await report.suite('tests on PostgreSQL', vitestFigures, (file) => vitest(postgresTests(), file, { env: onPostgres }))
  await report.suite('planted faults of dialect', foundFaults, (file) => {
    const probes = Object.values(ON_POSTGRES).map((path) => `tests/platform/${path}`)
    const env = { ...onPostgres, SIGHTLINE_PLANTED_FAULTS: '1' }
    // A test that waits for what the fault prevents need not wait long.
    vitest([...probes, '--testTimeout=10000', '--hookTimeout=20000'], file, { env, reporter: 'dot' })
    return true
  })
}

const noProxies = ensureProxies()
if (noProxies) report.skip('a server behind Caddy and nginx', noProxies)
else {
  await report.suite('a server behind Caddy and nginx', vitestFigures, (file) =>
    vitest(['tests/proxies/'], file, { env: { SIGHTLINE_TEST_PROXIES: '1' } }),
  )
}

for (const major of otherMajors())
  await report.suite(`tests on Node.js ${major}`, vitestFigures, (file) =>
    vitest(otherNodesTests(), file, { node: nodeBinary(major) }),
  )

await report.step('entries on old versions of Node.js', refusesOldNodes)
await report.step('installation and demo with npm 10', installsWithNpm10)
report.finish()

/**
 * One test for each listed area: its file has to fail with a planted fault.
 * @param {JsonTestResults} report
 * @returns {Figures}
 */
function foundFaults({ testResults }) {
  const found = new Set(testResults.filter(({ status }) => status === 'failed').map(({ name }) => name))
  const missed = Object.entries(ON_POSTGRES).filter(([, file]) => ![...found].some((name) => name.endsWith(`/${file}`)))
  return {
    passed: Object.keys(ON_POSTGRES).length - missed.length,
    failed: missed.length,
    skipped: 0,
    failures: missed.map(([area, file]) => `${file} passes although the SQL of ${area} is faulty`),
    files: [],
  }
}
