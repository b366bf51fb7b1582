/**
 * Plants a fault in the SQL of one area of the platform: SQLite accepts the text, PostgreSQL does not, because its comments nest. The
 * area is the one that the test file stands for in the list of the matrix; its tests have to fail.
 */
import pg from 'pg'
import { beforeEach, expect } from 'vitest'
import { areaOf, ON_POSTGRES } from '../../tools/test/matrix-lists.mjs'

const SOURCE = /src\/platform\/[\w./-]+/g
const FAULT = '/* planted /* */'

// Long enough for the calls between a query of an area and the driver.
Error.stackTraceLimit = 100

/** True when the query comes from an area that the running test file stands for. */
function isPlanted(stack: string): boolean {
  const { testPath = '' } = expect.getState()
  const area = Object.entries(ON_POSTGRES).find(([, file]) => testPath.endsWith(`tests/platform/${file}`))?.[0]
  return area !== undefined && [...stack.matchAll(SOURCE)].some(([path]) => areaOf(path) === area)
}

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [text] = args
  // Files share a process, so that a call may pass through this function several times.
  const isNew = typeof text === 'string' && !text.startsWith(FAULT)
  if (isNew && isPlanted(new Error().stack ?? '')) args[0] = `${FAULT} ${text}`
  return Reflect.apply(query, this, args)
} as typeof query

let hasFailed = false
beforeEach(({ skip, onTestFailed }) => {
  // One failure is enough.
  if (hasFailed) skip()
  onTestFailed(() => {
    hasFailed = true
  })
})
