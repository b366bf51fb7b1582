/** Calls of the measured platform, and their effect on other callers. */
import type { Call } from './figures/long-jobs.ts'
import type { Serving } from './platform-server.ts'

/** A platform on an empty data folder. */
export type Listening = Pick<Serving, 'api' | 'owner'>

/** @throws when the reply is an error */
export function caller({ api, owner }: Listening): Call {
  return async (method, path, body) => {
    const headers = { 'x-api-key': owner, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const reply = await fetch(`${api}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`)
    return reply.text()
  }
}

const EVERY_MS = 5

/** The longest times in ms that `/health` and a write of the same caller take while the work runs. */
export async function longestWaits(at: Serving, work: () => Promise<unknown>) {
  const call = caller(at)
  const of = at.workflow.slice(at.api.length)
  let isOver = false
  const longest = async (request: () => Promise<unknown>) => {
    let ms = 0
    while (!isOver) {
      const since = performance.now()
      await request()
      ms = Math.max(ms, performance.now() - since)
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    }
    return ms
  }
  const read = longest(async () => (await fetch(at.health)).text())
  const write = longest(() => call('PATCH', of, '{"description":"changed"}'))
  const since = performance.now()
  await work().finally(() => {
    isOver = true
  })
  const tookMs = performance.now() - since
  return { read: await read, write: await write, tookMs }
}
