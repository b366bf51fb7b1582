import { describe, expect, test } from 'vitest'
import { LOG_LIMIT, NO_RUN, reduceRun } from '../../../../../src/renderer/parts/run/progress/use-run.ts'
import { emptyCounts, emptyProgress, type LogLine, type RunUpdate } from '../../../../../src/shared/domain/run.ts'
import { aRun } from '../../../examples.ts'

const running = aRun({ status: 'processing', finished_at: null })
const progress = (frames: number): RunUpdate => ({
  type: 'progress',
  progress: { ...emptyProgress(), frames_done: frames },
  nodes: { m: { frames_in: frames, frames_out: frames, detections: 3, events: 0, ms_per_frame: 2 } },
  counts: emptyCounts(),
})
const line = (message: string): RunUpdate => ({
  type: 'log',
  line: { at: '', level: 'info', message, node_id: null } satisfies LogLine,
})
const following = (...updates: RunUpdate[]) => updates.reduce(reduceRun, NO_RUN)

describe('following a run', () => {
  test('progress updates the figures of the current run', () => {
    const { run } = following({ type: 'run', run: running }, progress(120))
    expect(run?.progress.frames_done).toBe(120)
    expect(run?.nodes.m?.detections).toBe(3)
    expect(run?.workflow_name).toBe('Crossing')
  })

  test('the first progress marks a queued run as processing', () => {
    const queued = { ...running, status: 'queued' } as const
    expect(following({ type: 'run', run: queued }, progress(0)).run?.status).toBe('queued')
    expect(following({ type: 'run', run: queued }, progress(1)).run?.status).toBe('processing')
  })

  test('a terminal run stays terminal', () => {
    const ended = aRun({ status: 'completed' })
    const state = following({ type: 'run', run: ended }, progress(7), { type: 'run', run: running })
    expect(state.run).toEqual(ended)
  })

  test('progress before the first snapshot is ignored', () => {
    expect(following(progress(5)).run).toBeNull()
  })

  test('the log keeps its order and the latest lines, and a new subscription clears it', () => {
    const many = following(...Array.from({ length: LOG_LIMIT + 5 }, (_, i) => line(`${i}`)))
    expect(many.log).toHaveLength(LOG_LIMIT)
    expect(many.log[0]?.message).toBe('5')
    expect(reduceRun(many, { type: 'following' }).log).toEqual([])
  })
})
