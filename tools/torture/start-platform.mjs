/** A platform with little memory, on a new data folder. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, start } from './crashes/processes.mjs'

/** @param {{ heap: string | number }} options */
export async function startPlatform({ heap }) {
  const work = mkdtempSync(join(tmpdir(), 'sightline-torture-'))
  const options = { dataDir: join(work, 'data'), resourcesDir: join(root, 'resources'), version: '0.0.0' }
  const { child, printed, ended } = start('platform.js', [JSON.stringify(options)], {
    cwd: work,
    env: { NODE_OPTIONS: `--max-old-space-size=${heap}` },
  })
  async function ready() {
    while (child.exitCode === null) {
      const line = printed.stdout.split('\n').find((text) => text.includes('"type":"ready"'))
      if (line) return JSON.parse(line)
      await new Promise((resolve) => child.stdout.once('data', resolve).once('end', resolve))
    }
    throw new Error(`The platform did not start: ${printed.stderr}`)
  }
  const { baseUrl, apiKey } = await ready()
  return {
    baseUrl,
    apiKey,
    printed: () => printed.stderr,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async close() {
      child.kill()
      await ended
      rmSync(work, { recursive: true, force: true })
    },
  }
}
