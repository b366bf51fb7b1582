/** Kills or terminates a platform process during a run, which is resumed at its next start. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { developerApi } from '../developer-api.mjs'
import { root, start } from './processes.mjs'

/** @import { ChildProcess } from 'node:child_process' */
/** @import { DeveloperApi } from '../developer-api.mjs' */
/** @import { Disturbances, Torture } from './torture.mjs' */

const POLL_MS = 200

/**
 * @param {Torture & { workflow: object }} torture
 * @returns {Disturbances}
 */
export function host({ work, env, wholeMs, random, workflow }) {
  /** @type {Set<ChildProcess>} */
  const running = new Set()
  /**
   * Starts, disturbs and resumes until the run has completed; returns the folder of its results.
   * @param {string} name
   * @param {NodeJS.Signals} signal
   */
  async function disturbed(name, signal) {
    const dataDir = join(work, name)
    let key = ''
    let runId = ''
    for (let stops = 1 + Math.floor(random() * 2); ; stops--) {
      const platform = await launch(dataDir)
      running.add(platform.child)
      key ||= platform.apiKey
      const api = developerApi(platform.baseUrl, key)
      if (!runId) {
        await api('POST', '/workflows/', { name: 'Torture', graph: workflow })
        runId = (await api('POST', '/workflows/Torture/run')).run_id
      } else {
        const before = await api('GET', `/workflow-runs/${runId}`)
        if (before.status !== 'completed') {
          if (!before.resumable) throw new Error(`a stopped run can’t be resumed: ${JSON.stringify(before.error)}`)
          const both = await Promise.allSettled([1, 2].map(() => api('POST', `/workflow-runs/${runId}/resume`)))
          const resumed = both.find((one) => one.status === 'fulfilled')
          if (!resumed) throw both.find((one) => one.status === 'rejected')?.reason
          runId = resumed.value.id
        }
      }
      if (stops > 0) {
        await sleep(random() * wholeMs)
        platform.child.kill(signal)
        await platform.ended
        continue
      }
      const run = await ended(api, runId)
      platform.child.kill('SIGTERM')
      await platform.ended
      if (run.status !== 'completed') throw new Error(`the run ended as ${run.status}: ${run.error?.message}`)
      return join(dataDir, 'runs', runId)
    }
  }

  /**
   * A platform left behind by a failed round would keep this process alive.
   * @param {Promise<string>} disturbing
   */
  const ending = (disturbing) =>
    disturbing.finally(() => {
      for (const child of running) child.kill('SIGKILL')
      running.clear()
    })

  /** @param {string} dataDir */
  async function launch(dataDir) {
    const options = { dataDir, resourcesDir: join(root, 'resources'), version: '0.0.0', allowLocalFiles: true }
    const platform = start('platform.js', [JSON.stringify(options)], { cwd: work, env })
    for (;;) {
      const line = platform.printed.stdout.split('\n').find((text) => text.includes('"type":"ready"'))
      if (line) return { ...platform, ...JSON.parse(line) }
      if (platform.child.exitCode !== null) throw new Error(`the platform did not start: ${platform.printed.stderr}`)
      await sleep(POLL_MS)
    }
  }

  return {
    'host killed': (name) => ending(disturbed(name, 'SIGKILL')),
    'host terminated': (name) => ending(disturbed(name, 'SIGTERM')),
  }
}

/**
 * @param {DeveloperApi} api
 * @param {string} runId
 */
async function ended(api, runId) {
  for (;;) {
    const run = await api('GET', `/workflow-runs/${runId}`)
    if (!['queued', 'processing'].includes(run.status)) return run
    await sleep(POLL_MS)
  }
}
