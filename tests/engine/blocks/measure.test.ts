import { expect, test } from 'vitest'
import type { Executor, NodeContext } from '../../../src/engine/blocks/executor.ts'
import { measure } from '../../../src/engine/blocks/measure.ts'
import type { EventsPacket } from '../../../src/engine/runtime/packet.ts'
import { withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { Detection } from '../../../src/shared/domain/detection.ts'
import { noFindings, plainFrame } from '../support/picture.ts'

const geometries = [
  {
    kind: 'line',
    name: 'Gate',
    points: [
      [0.5, 1],
      [0.5, 0],
    ],
  },
  {
    kind: 'zone',
    name: 'Yard',
    points: [
      [0.5, 0],
      [1, 0],
      [1, 1],
      [0.5, 1],
    ],
  },
]

const at = (x: number, trackId?: number): Detection => ({
  ...{ box: { x1: x, y1: 20, x2: x + 10, y2: 60 }, score: 0.9, classId: 0, className: 'car' },
  ...{ modelNodeId: 'm', id: 0 },
  ...(trackId !== undefined && { trackId }),
})

test('each frame tells the lines and zones with their counts at that moment; what is not tracked counts nothing', async () => {
  const node = { id: 'count', config: withDefaults('measure', { geometries }) }
  const executor = measure({ node } as unknown as NodeContext<'measure'>) as Executor
  const labels = [10, 40, 70, 100, 130, 140, 145].map((x, i) => {
    const input = {
      frame: plainFrame(i, i / 5),
      frames: [],
      detections: [at(x, 1), at(150 - x)],
      events: [],
      found: noFindings,
    }
    const { events } = executor.process(input) as Record<string, EventsPacket>
    return events?.geometries.map((g) => g.label).join(', ')
  })
  expect(labels[0]).toBe('A→B 0  B→A 0, 0 inside')
  // The overlay writes the name in front of it.
  expect(labels.join()).not.toMatch(/Gate|Yard/)
  expect(labels.at(-1)).toBe('A→B 1  B→A 0, 1 inside')
  const late = await executor.finish?.([], 1.2)
  expect(late).toContainEqual(expect.objectContaining({ type: 'zone_exit', open_at_end: true }))
  expect(executor.counts?.()).toMatchObject({ lines: [{ a_to_b: 1 }], zones: [{ visits: 1 }] })
})

test('a frame that went down another branch is not measured', () => {
  const node = { id: 'count', config: withDefaults('measure', { geometries }) }
  const executor = measure({ node } as unknown as NodeContext<'measure'>) as Executor
  expect(
    executor.process({ frame: plainFrame(0, 0), frames: [], detections: null, events: [], found: noFindings }),
  ).toEqual({})
})
