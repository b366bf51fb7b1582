/** Refusals of PostgreSQL, some of texts that SQLite stores: each is an error of the API. */
import { randomInt } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { ErrorBody } from '../../../../src/shared/api/errors.ts'
import type { Harness } from '../../support/harness.ts'
import { joinPlatform } from '../../support/shared-platform.ts'

let h: Harness
beforeAll(async () => {
  h = await joinPlatform()
})
afterEach(() => vi.restoreAllMocks())

it('reports a path that is too long for an index as 422', async () => {
  await h.api('POST', '/datasets/', { body: { name: 'Long' } })
  // Random characters, which cannot be compressed.
  const segment = () => Array.from({ length: 240 }, () => String.fromCodePoint(0x4e00 + randomInt(20_000))).join('')
  const directory_path = `/${[segment(), segment(), segment(), segment()].join('/')}`
  const { status, error } = await h.fail('POST', '/directories/', { body: { dataset: 'Long', directory_path } })
  expect([status, error.message]).toEqual([
    422,
    'A name or path is too long for the database of the server, which allows about 2,700 bytes. Make it shorter.',
  ])
})

it('reports work that met other work too often as 503, with the time after which to repeat it', async () => {
  const { query } = pg.Client.prototype
  const met = Object.assign(new pg.DatabaseError('could not serialize access', 0, 'error'), { code: '40001' })
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    if (/^insert into "datasets"/.test(String(given[0]))) return Promise.reject(met)
    return (query as (...all: unknown[]) => unknown).apply(this, given)
  } as never)
  const { status, body, headers } = await h.api<ErrorBody>('POST', '/datasets/', { body: { name: 'Busy' } })
  expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 'server_busy', '1'])
  expect(body.error.message).toBe(
    'Other requests used the same records for too long, so that this one was not completed. Try again in a moment.',
  )
})

it('reports a full disk of the database server as 507', async () => {
  const { query } = pg.Client.prototype
  const full = Object.assign(new pg.DatabaseError('could not extend file', 0, 'error'), { code: '53100' })
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    if (/^insert/.test(String(given[0]))) return Promise.reject(full)
    return (query as (...all: unknown[]) => unknown).apply(this, given)
  } as never)
  const { status, error } = await h.fail('POST', '/datasets/', { body: { name: 'Full' } })
  expect([status, error.code]).toEqual([507, 'disk_full'])
})
