/** Kills or terminates a platform process during a run, which is resumed at its next start. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, start } from './processes.mjs'

const POLL_MS = 200

export function host({ work, env, wholeMs, random, workflow }) {
  const running = new Set()
  /** Starts, disturbs and resumes until the run has completed; returns the folder of its results. */
  async function disturbed(name, signal) {
    const dataDir = join(work, name)
    let key = null
    let runId = null
    for (let stops = 1 + Math.floor(random() * 2); ; stops--) {
      const platform = await launch(dataDir)
      running.add(platform.child)
      key ??= platform.apiKey
      const api = caller(platform.baseUrl, key)
      if (runId === null) {
        await api('POST', '/workflows/', { name: 'Torture', graph: workflow })
        runId = (await api('POST', '/workflows/Torture/run')).run_id
      } else {
        const before = await api('GET', `/workflow-runs/${runId}`)
        if (before.status !== 'completed') {
          if (!before.resumable) throw new Error(`a stopped run can’t be resumed: ${JSON.stringify(before.error)}`)
          const both = await Promise.allSettled([1, 2].map(() => api('POST', `/workflow-runs/${runId}/resume`)))
          const [resumed] = both.filter(({ status }) => status === 'fulfilled')
          if (!resumed) throw both[0].reason
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

  /** A platform left behind by a failed round would keep this process alive. */
  const ending = (disturbing) =>
    disturbing.finally(() => {
      for (const child of running) child.kill('SIGKILL')
      running.clear()
    })

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

const caller = (baseUrl, key) => async (method, path, body) => {
  const response = await fetch(`${baseUrl}/api/v1/developer${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer.error)}`)
  return answer
}

async function ended(api, runId) {
  for (;;) {
    const run = await api('GET', `/workflow-runs/${runId}`)
    if (!['queued', 'processing'].includes(run.status)) return run
    await sleep(POLL_MS)
  }
}
