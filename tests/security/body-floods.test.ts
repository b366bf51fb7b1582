/**
 * Floods of large bodies against a server with little memory: every one is answered, and the server stays. The long form
 * is `npm run flood`, against every endpoint.
 */
import { beforeAll, expect, it } from 'vitest'
import { DEVELOPER_PREFIX } from '../../src/shared/api/endpoint.ts'
import { denseBodies, flood } from '../../tools/torture/floods/bodies.mjs'
import { type OwnProcess, ownProcesses } from '../platform/support/own-process.ts'

const MEBIBYTE = 1024 * 1024
const { launch } = ownProcesses()

let server: OwnProcess
beforeAll(async () => {
  server = await launch(undefined, ['--max-old-space-size=256'])
})

/** Statuses of the replies to bodies that are sent at once. */
async function statusesOf(path: string, key: string | null, size: number, count: number): Promise<string[]> {
  const headers: Record<string, string> = key === null ? {} : { 'x-api-key': key }
  const bodies = denseBodies(size).slice(0, 1)
  const counts = await flood(server.baseUrl, { method: 'POST', path, headers }, bodies, count)
  expect(server.child.exitCode).toBeNull()
  return Object.keys(counts)
}

it('refuses 40 large bodies of callers without a key, and serves others afterwards', async () => {
  const path = `${DEVELOPER_PREFIX}/device-authorizations`
  expect(await statusesOf(path, null, 8 * MEBIBYTE, 40)).toEqual(['413'])
  expect(await server.client.workflows.list()).toEqual([])
})

it('survives bodies of a caller with a key whose values together take twice its memory', async () => {
  const statuses = await statusesOf(`${DEVELOPER_PREFIX}/annotations/bulk`, server.key, 3 * MEBIBYTE, 8)
  expect(['422', '503']).toEqual(expect.arrayContaining(statuses))
  expect(await server.client.workflows.list()).toEqual([])
})
