import { expect, it } from 'vitest'
import { HostError } from '../../../../../src/renderer/base/host/host-context.ts'
import { type FollowRunOptions, followRun } from '../../../../../src/renderer/parts/run/progress/follow-run.ts'
import type { StudioClient } from '../../../../../src/shared/bridge/studio.ts'
import type { RunUpdate } from '../../../../../src/shared/domain/run.ts'
import { exampleRun } from '../../../../shared/domain/example-run.ts'

const line = (number: number) => ({
  type: 'log' as const,
  line: { at: '', level: 'info' as const, message: `Line ${number}`, node_id: null },
})
const state = (status: 'processing' | 'completed') => ({ type: 'run' as const, run: exampleRun({ status }) })
const failure = (code: string) => new HostError({ code, message: code, details: [] })

type Connection = { refused: Error } | { upTo: number; ends: 'lost' | 'quietly' | 'with the run' }

/** Each connection sends the run and the lines after the one that the page has; the last one repeats. */
function host(...connections: Connection[]) {
  const asked: (string | undefined)[] = []
  async function* open({ after }: { after?: string | undefined }) {
    asked.push(after)
    const next = (connections.length > 1 ? connections.shift() : connections[0]) as Connection
    if ('refused' in next) throw next.refused
    yield state('processing')
    for (let number = Number(after ?? 0) + 1; number <= next.upTo; number++) {
      yield { ...line(number), event_id: String(number) }
    }
    if (next.ends === 'lost') throw failure('unreachable')
    if (next.ends === 'with the run') yield state('completed')
  }
  return { asked, studio: { followRun: open } as unknown as StudioClient }
}

async function received(of: { studio: StudioClient }, options: Partial<FollowRunOptions> = {}): Promise<RunUpdate[]> {
  const updates: RunUpdate[] = []
  const { signal } = new AbortController()
  for await (const update of followRun(of, 'run-1', { signal, pausesMs: [0], ...options })) updates.push(update)
  return updates
}
const logOf = (updates: readonly RunUpdate[]) => updates.filter(({ type }) => type === 'log')

it('continues after the last line over another connection, so that each line is yielded once', async () => {
  const lossy = host(
    { upTo: 2, ends: 'lost' },
    { upTo: 2, ends: 'quietly' },
    { refused: failure('unreachable') },
    { upTo: 5, ends: 'lost' },
    { upTo: 6, ends: 'with the run' },
  )
  const updates = await received(lossy)
  expect(logOf(updates)).toEqual([1, 2, 3, 4, 5, 6].map(line))
  expect(updates.at(-1)).toEqual(state('completed'))
  expect(lossy.asked).toEqual([undefined, '2', '2', '2', '5'])
})

it('gives up with the reason when the platform can’t be reached for many attempts in a row', async () => {
  const gone = host({ upTo: 1, ends: 'lost' }, { refused: failure('unreachable') })
  await expect(received(gone)).rejects.toMatchObject({ name: 'HostError', code: 'unreachable' })
  expect(gone.asked.length).toBeGreaterThan(4)
  expect(gone.asked.length).toBeLessThan(20)
})

it.each(['not_found', 'invalid_key', 'role_too_low'])('gives up at once when the reason is %s', async (code) => {
  const refusing = host({ refused: failure(code) })
  await expect(received(refusing)).rejects.toMatchObject({ code })
  expect(refusing.asked).toHaveLength(1)
})

it('reports every failed attempt, and leaves it to the caller when to give up', async () => {
  const reported: unknown[] = []
  const away = host(
    ...Array<Connection>(20).fill({ refused: failure('invalid_key') }),
    { upTo: 1, ends: 'lost' },
    { refused: failure('not_found') },
  )
  const onFailure = (error: unknown, attempt: number) => {
    reported.push([(error as HostError).code, attempt])
    if ((error as HostError).code === 'not_found') throw error
  }
  await expect(received(away, { onFailure })).rejects.toMatchObject({ code: 'not_found' })
  const refused = Array.from({ length: 20 }, (_, attempt) => ['invalid_key', attempt])
  expect(reported).toEqual([...refused, ['unreachable', 0], ['not_found', 1]])
})

it('ends without an error when the caller stops, also between two connections', async () => {
  const stop = new AbortController()
  const onFailure = () => stop.abort()
  const updates = await received(host({ upTo: 1, ends: 'lost' }), {
    signal: stop.signal,
    onFailure,
    pausesMs: [100_000],
  })
  expect(updates).toEqual([state('processing'), line(1)])
})
