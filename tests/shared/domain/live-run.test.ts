import { describe, expect, test } from 'vitest'
import { type LiveRun, reduceRun } from '../../../src/shared/domain/live-run.ts'
import {
  emptyCounts,
  emptyProgress,
  type NodeFigures,
  type RunUpdate,
  type WorkflowRun,
} from '../../../src/shared/domain/run.ts'
import { exampleRun as run } from './example-run.ts'

const figures = (frames: number, over: Partial<NodeFigures> = {}): NodeFigures => ({
  frames_in: frames,
  frames_out: frames,
  detections: 0,
  events: 0,
  ms_per_frame: 1,
  ...over,
})
const snapshot = (over: Partial<WorkflowRun> = {}): RunUpdate => ({ type: 'run', run: run(over) })
const progress = (frames: number, nodes: Record<string, NodeFigures> = {}): RunUpdate => ({
  type: 'progress',
  progress: { ...emptyProgress(), frames_done: frames },
  nodes,
  counts: emptyCounts(),
})
const line = (message: string): RunUpdate => ({ type: 'log', line: { at: '', level: 'info', message, node_id: null } })

const NOTHING: LiveRun = { run: null, log: [] }
const following = (...updates: RunUpdate[]) => updates.reduce((state, update) => reduceRun(state, update, 3), NOTHING)

describe('a followed run', () => {
  test('has the figures of the newest progress', () => {
    const { run } = following(snapshot(), progress(120, { m: figures(120) }))
    expect(run?.progress.frames_done).toBe(120)
    expect(run?.nodes).toEqual({ m: figures(120) })
  })

  test('ignores progress before the first snapshot', () => {
    expect(following(progress(5))).toEqual(NOTHING)
  })

  test('counts as processing from its first frame', () => {
    expect(following(snapshot({ status: 'queued' }), progress(0)).run?.status).toBe('queued')
    expect(following(snapshot({ status: 'queued' }), progress(1)).run?.status).toBe('processing')
  })

  test('keeps its end, whatever arrives late', () => {
    const ended = following(snapshot({ status: 'completed' }))
    expect(reduceRun(ended, snapshot(), 3)).toBe(ended)
    expect(reduceRun(ended, progress(7), 3)).toBe(ended)
  })

  test('gives way to another run', () => {
    expect(following(snapshot({ status: 'completed' }), snapshot({ id: 'run-2' })).run?.id).toBe('run-2')
  })

  test('keeps the figures of idle nodes as the same objects, so that only busy ones render again', () => {
    const first = following(snapshot({ nodes: { a: figures(1), b: figures(1), c: figures(1), d: figures(1) } }))
    const doubt = { near: 3, threshold: 0.5 }
    const reused = { made_at: '2026-01-01T00:00:00Z' }
    const next = { a: figures(1), b: figures(2), c: figures(1, { doubt }), d: figures(1, { reused }) }
    const second = reduceRun(first, progress(2, next), 3)
    expect(second.run?.nodes.a).toBe(first.run?.nodes.a)
    expect(second.run?.nodes).toEqual(next)
  })

  test('keeps the latest lines of its log, in order', () => {
    const { log } = following(...['1', '2', '3', '4'].map(line))
    expect(log.map((l) => l.message)).toEqual(['2', '3', '4'])
  })

  test('keeps the rest of a larger state', () => {
    expect(reduceRun({ ...NOTHING, busy: 'starting' }, snapshot(), 3)).toMatchObject({ busy: 'starting', run: run() })
  })
})
