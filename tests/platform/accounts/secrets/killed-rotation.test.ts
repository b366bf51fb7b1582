/** The real command that rotates the master key, killed before each of its steps: the secrets stay readable. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keyThatFits, readCanaries } from '../../../../src/platform/accounts/secrets/data-keys.ts'
import { masterKeyIn } from '../../../../src/platform/accounts/secrets/master-key.ts'
import { openSecrets } from '../../../../src/platform/accounts/secrets/secrets.ts'
import type { SecretPlace } from '../../../../src/platform/http/area/secrets.ts'
import { databaseFor, dropDatabase, openPlatformDatabase } from '../../support/databases.ts'
import { startHarness } from '../../support/harness.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const preload = pathToFileURL(join(root, 'tests/platform/accounts/secrets/kill-at-step.mjs')).href

const SECRET = 'a secret that must not be lost'
let dataDir: string
let place: SecretPlace
let stored: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-killed-rotation-'))
  const h = await startHarness({ dataDir })
  place = { organizationId: h.platform.organizationId, table: 't', column: 'c', row: 'r' }
  await h.close()
  stored = await withSecrets(({ seal }) => seal(place, SECRET))
})
afterAll(async () => {
  await dropDatabase(dataDir)
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

type Opened = Awaited<ReturnType<typeof openSecrets>>

/** `isStart`: completes an interrupted rotation, as the start of a server does. */
async function withSecrets<T>(work: (secrets: Opened) => Promise<T>, isStart = true): Promise<T> {
  const db = await openPlatformDatabase(dataDir)
  const folder = masterKeyIn(join(dataDir, 'secrets'))
  const source = isStart ? folder : { ...folder, confirm: async () => {} }
  try {
    return await work(await openSecrets({ db, source, now: () => new Date(), log: () => {} }))
  } finally {
    await db.destroy()
  }
}

async function rotateKilledAt(step: number): Promise<number | null> {
  const database = await databaseFor(dataDir)
  const cli = join(root, 'out/node/cli.js')
  const child = spawn(
    process.execPath,
    [
      '--import',
      preload,
      cli,
      'admin',
      'rotate-master-key',
      '--data',
      dataDir,
      ...(database ? ['--database', database] : []),
    ],
    { stdio: 'ignore', env: { ...process.env, SIGHTLINE_KILL_AT: String(step) } },
  )
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

/** The place in the data folder of the key that fits the database. */
async function fittingKey(): Promise<'current' | 'next' | 'none'> {
  const db = await openPlatformDatabase(dataDir)
  try {
    const canaries = await readCanaries(db)
    const keys = await masterKeyIn(join(dataDir, 'secrets')).candidates()
    const at = keys.findIndex((key) => keyThatFits(canaries, [key]))
    return at === 0 ? 'current' : at === 1 ? 'next' : 'none'
  } finally {
    await db.destroy()
  }
}

it('keeps every secret readable, whichever step the command does not reach', { timeout: 600_000 }, async () => {
  const seen = new Set<string>()
  let code: number | null = null
  for (let step = 1; code === null; step++) {
    code = await rotateKilledAt(step)
    seen.add(await fittingKey())
    // Every other time the next command finds the interrupted rotation, instead of a server.
    expect(await withSecrets(({ open }) => open(place, stored), step % 2 === 0), `step ${step}`).toBe(SECRET)
  }
  expect(code).toBe(0)
  expect([...seen].sort()).toEqual(['current', 'next'])
})
