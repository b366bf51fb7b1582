/** Checks that a packed app starts, which requires its archive, its fuses and the bundled Node.js to fit together. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 120_000

/**
 * Starts the app with its own data folder; returns whether its platform created the database there.
 * @param {string} executable
 */
export async function starts(executable) {
  const data = mkdtempSync(join(tmpdir(), 'sightline-start-'))
  const child = spawn(executable, process.getuid?.() === 0 ? ['--no-sandbox'] : [], {
    env: { ...process.env, SIGHTLINE_DATA: data },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  let running = true
  const gone = once(child, 'exit')
    .catch((error) => console.error(error.message))
    .finally(() => {
      running = false
    })
  const until = Date.now() + PATIENCE_MS
  const made = () => existsSync(join(data, 'sightline.db'))
  while (running && !made() && Date.now() < until) await sleep(200)
  const started = running && made()
  child.kill()
  await gone
  rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 })
  return started
}
