import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRunFeed, lineOfEvent, NO_LINE } from '../../../../src/platform/workflows/runs/run-feed.ts'
import { DEVELOPER_PREFIX } from '../../../../src/shared/api/endpoint.ts'
import { emptyProgress, type RunUpdate } from '../../../../src/shared/domain/run.ts'
import { eventually } from '../../../setup/eventually.ts'
import { exampleRun } from '../../../shared/domain/example-run.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

describe('the event stream of a run', () => {
  let h: Harness
  let runId: string
  beforeEach(async () => {
    h = await startHarness({ heartbeatMs: 40 })
    runId = await h.startRun(await h.createWorkflow('W'))
    await h.engine.run(0)
  })
  afterEach(() => h.close())

  /** Reads text as it arrives, until the stream ends or `enough` returns true. */
  async function read(enough: (text: string) => boolean = () => false, headers: Record<string, string> = {}) {
    const abort = new AbortController()
    const response = await fetch(`${h.baseUrl}${DEVELOPER_PREFIX}/workflow-runs/${runId}/events`, {
      headers: { 'x-api-key': h.keys.viewer, ...headers },
      signal: abort.signal,
    })
    let text = ''
    const decoder = new TextDecoder()
    const done = (async () => {
      if (!response.body) throw new Error('no body')
      for await (const chunk of response.body) {
        text += decoder.decode(chunk as Uint8Array, { stream: true })
        if (enough(text)) break
      }
      return text
    })()
    return { response, done, text: () => text, abort }
  }
  const updates = (text: string): RunUpdate[] =>
    text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6)) as RunUpdate] : []))

  it('begins with a snapshot, reports changes, and ends with the run', async () => {
    const run = await h.engine.run(0)
    const stream = await read()
    expect(stream.response.headers.get('content-type')).toContain('text/event-stream')
    await eventually(() => updates(stream.text()).length === 1)
    run.log('Opened the video')
    await eventually(() => updates(stream.text()).length === 2)
    run.progress(7)
    await eventually(() => updates(stream.text()).length === 3)
    run.finish()
    const all = updates(await stream.done)
    expect(all.map((u) => u.type)).toEqual(['run', 'log', 'progress', 'run'])
    expect(all[0]).toMatchObject({ run: { id: runId, status: 'processing' } })
    expect(all[2]).toMatchObject({ progress: { frames_done: 7 } })
    expect(all[3]).toMatchObject({ run: { status: 'completed' } })
  })

  it('sends the log so far to a late follower, and only the new part to one that reconnects', async () => {
    const run = await h.engine.run(0)
    run.log('one')
    run.log('two')
    const late = await read((text) => text.includes('two'))
    const ids = [...(await late.done).matchAll(/^id: (.*)$/gm)].map(([, id]) => id as string)
    expect(ids).toHaveLength(2)
    const again = await read((text) => text.includes('two'), { 'last-event-id': ids[0] as string })
    expect(await again.done).not.toContain('"one"')
  })

  it('sends heartbeats while nothing happens', async () => {
    const stream = await read((text) => text.split(': still here').length > 3)
    expect(updates(await stream.done)).toHaveLength(1)
  })

  it('of an ended run holds its record alone', async () => {
    ;(await h.engine.run(0)).finish()
    await eventually(async () => (await h.getRun(runId)).status === 'completed')
    const all = updates(await (await read()).done)
    expect(all).toMatchObject([{ type: 'run', run: { status: 'completed' } }])
  })

  it('ends when the server closes, with the run in the queue again', async () => {
    const stream = await read()
    await eventually(() => updates(stream.text()).length === 1)
    await h.platform.close()
    const all = updates(await stream.done.catch(() => stream.text()))
    expect(all.at(-1)).toMatchObject({ type: 'run', run: { status: 'queued', started_at: null } })
    h.close = async () => {}
  })
})

describe('a follower of a run', () => {
  const line = (message: string) => ({ at: '', level: 'info' as const, message, node_id: null })

  it('that is slow gets the newest progress, every log line, and the end', async () => {
    const feed = createRunFeed(exampleRun(), 1)
    const follower = feed.follow(new AbortController().signal, NO_LINE)[Symbol.asyncIterator]()
    await follower.next()
    for (let i = 1; i <= 5000; i++) {
      feed.update({ progress: { ...emptyProgress(), frames_done: i } }, 'progress')
      if (i % 1000 === 0) feed.log(line(`${i}`))
    }
    const seen: RunUpdate[] = []
    for (let i = 0; i < 6; i++) seen.push((await follower.next()).value.data)
    expect(seen.map((u) => u.type)).toEqual(['log', 'log', 'log', 'log', 'log', 'progress'])
    expect(seen[5]).toMatchObject({ progress: { frames_done: 5000 } })
    feed.log(line('last words'))
    feed.end({ status: 'completed' })
    expect((await follower.next()).value.data).toMatchObject({ line: { message: 'last words' } })
    expect((await follower.next()).value.data).toMatchObject({ run: { status: 'completed' } })
    expect(await follower.next()).toMatchObject({ done: true })
  })

  it.each([
    ['has no line', undefined, ['2:1', '2:2']],
    ['has the first line', '2:1', ['2:2']],
    ['has all lines', '2:2', []],
    ['has lines of an earlier attempt', '1:2', ['2:1', '2:2']],
    ['names a line in another way', '2', ['2:1', '2:2']],
  ])('that %s gets the lines after it', async (_, lastEventId, ids) => {
    const feed = createRunFeed(exampleRun(), 2)
    feed.log(line('one'))
    feed.log(line('two'))
    const follower = feed.follow(new AbortController().signal, lineOfEvent(lastEventId))[Symbol.asyncIterator]()
    await follower.next()
    feed.end({ status: 'completed' })
    const seen: string[] = []
    for (let next = await follower.next(); next.value.data.type === 'log'; next = await follower.next()) {
      seen.push(next.value.id)
    }
    expect(seen).toEqual(ids)
  })

  it('that waits is notified of a change, and released by its signal', async () => {
    const feed = createRunFeed(exampleRun(), 1)
    const stop = new AbortController()
    const follower = feed.follow(stop.signal, NO_LINE)[Symbol.asyncIterator]()
    await follower.next()
    const next = follower.next()
    feed.update({ media: null, started_at: 'now' }, 'run')
    expect((await next).value.data).toMatchObject({ type: 'run', run: { started_at: 'now' } })
    const last = follower.next()
    stop.abort()
    expect(await last).toMatchObject({ done: true })
  })
})
