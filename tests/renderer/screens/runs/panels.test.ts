import { describe, expect, test } from 'vitest'
import { progressShare } from '../../../../src/renderer/parts/run/progress/progress-panel.tsx'
import { wallSeconds } from '../../../../src/renderer/parts/run/progress/run-speed.ts'
import { blocksOf } from '../../../../src/renderer/parts/run/progress/use-run-blocks.ts'
import { parseLogLine, pretty } from '../../../../src/renderer/screens/runs/panels/record-panels.tsx'
import { emptyProgress } from '../../../../src/shared/domain/run.ts'

describe('a line of the log', () => {
  test('is split into time, level, block and message', () => {
    expect(parseLogLine('2026-11-21T03:14:21.533Z warning [detect] “x”: [a] b')).toEqual({
      at: '2026-11-21T03:14:21.533Z',
      level: 'warning',
      node_id: 'detect',
      message: '“x”: [a] b',
    })
    expect(parseLogLine('2026-11-21T03:14:21.533Z info Completed: 675 frames')).toMatchObject({
      node_id: null,
      message: 'Completed: 675 frames',
    })
  })

  test('has its block and the code of its message, also after a padded level', () => {
    const line = '2026-11-21T03:14:21.533Z info    [detect] Cancelled\t{"code":"log.cancelled","params":{}}'
    expect(parseLogLine(line)).toMatchObject({
      level: 'info',
      node_id: 'detect',
      message: 'Cancelled',
      text: { code: 'log.cancelled', params: {} },
    })
  })

  test('is shown as it is in any other format', () => {
    expect(parseLogLine('something [else]')).toMatchObject({ at: '', level: 'info', message: 'something [else]' })
  })
})

describe('progress', () => {
  const at = (frames_done: number, frames_total: number | null) =>
    progressShare({ status: 'processing', progress: { ...emptyProgress(), frames_done, frames_total } })

  test('stays below 100% before the end, because the total is an estimate', () => {
    expect(at(50, 200)).toBe(0.25)
    expect(at(230, 200)).toBe(0.99)
    expect(at(10, null)).toBeNull()
  })
})

test('a record is indented, with its coordinates on one line', () => {
  expect(pretty('{"box":[1,2.5,-3,4],"name":"a [1,2] b"}')).toBe(
    '{\n  "box": [1, 2.5, -3, 4],\n  "name": "a [1,2] b"\n}',
  )
  expect(pretty('not json')).toBe('not json')
  expect(pretty(undefined)).toBe('')
})

describe('the blocks of a run', () => {
  const node = (id: string, type: string, config = {}) => ({ id, type, config })
  const graph = {
    version: 1 as const,
    nodes: [node('out', 'sink', { kind: 'annotated_video' }), node('m', 'model'), node('s', 'source')],
    edges: [
      { source: 's', target: 'm' },
      { source: 'm', target: 'out' },
    ],
  }

  test('are listed upstream first, whatever their order in the file', () => {
    expect(blocksOf(graph, null).order).toEqual(['s', 'm', 'out'])
  })

  test('are titled with the user’s name, or else their kind', () => {
    const blocks = blocksOf(graph, { nodes: {}, titles: { m: 'Street model' } })
    expect(blocks.titleOf('m')).toBe('Street model')
    expect(blocks.titleOf('out')).toBe('Annotated video')
    expect(blocks.titleOf('gone')).toBe('gone')
  })

  test('are listed once when they are on a loop', () => {
    const loop = { ...graph, edges: [...graph.edges, { source: 'out', target: 'm' }] }
    expect([...blocksOf(loop, null).order].sort()).toEqual(['m', 'out', 's'])
  })
})

test('the wall time of a run stops with its end and increases while it is active', () => {
  const started_at = '2026-03-04T10:00:00Z'
  expect(wallSeconds({ started_at, finished_at: '2026-03-04T10:01:30Z' })).toBe(90)
  expect(wallSeconds({ started_at, finished_at: null }, Date.parse('2026-03-04T10:00:05Z'))).toBe(5)
  expect(wallSeconds({ started_at: null, finished_at: null })).toBeNull()
})
