import fc from 'fast-check'
import { expect, test } from 'vitest'
import { track } from '../../../src/engine/blocks/track.ts'
import type { DetectionsPacket, Executor, NodeContext } from '../../../src/engine/nodes/executor.ts'
import { withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { Detection } from '../../../src/shared/domain/detection.ts'
import { noFindings, plainFrame } from '../support/test-frames.ts'

const config = withDefaults('track', { lost_after_s: 0.2 })

function trackers(count: number): Executor[] {
  const tracks = Array.from({ length: count }, (_, i) => ({ id: `track-${i}`, kind: 'track', config }))
  const plan = { nodes: [{ id: 'source', kind: 'source' }, ...tracks] }
  return tracks.map((node) => track({ node, plan } as unknown as NodeContext<'track'>) as Executor)
}

const at = (x: number, id: number): Detection => ({
  box: { x1: x, y1: 20, x2: x + 8, y2: 40 },
  score: 0.9,
  classId: 0,
  className: 'car',
  modelNodeId: 'm',
  id,
})

function idsOf(tracker: Executor, index: number, places: readonly number[]): number[] {
  const input = { frame: plainFrame(index, index / 10), frames: [], events: [], found: noFindings }
  const outputs = tracker.process({ ...input, detections: places.map(at) }) as Record<string, DetectionsPacket>
  return (outputs.detections as DetectionsPacket).detections.map((d) => d.trackId as number)
}

test('a single track block numbers from 1', () => {
  const [only] = trackers(1) as [Executor]
  expect(idsOf(only, 0, [0, 40, 80])).toEqual([1, 2, 3])
  expect(idsOf(only, 1, [0, 40, 80])).toEqual([1, 2, 3])
})

test('track blocks of one run share no number, whatever their input and whichever runs first', () => {
  const frames = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 5 }), { maxLength: 12 })
  fc.assert(
    fc.property(fc.array(frames, { minLength: 2, maxLength: 4 }), (seen) => {
      const used = (order: number[]) => {
        const blocks = trackers(seen.length)
        const ids = seen.map(() => new Set<number>())
        for (const block of order) {
          for (const [i, places] of (seen[block] ?? []).entries()) {
            const found = idsOf(
              blocks[block] as Executor,
              i,
              places.map((p) => 16 * p),
            )
            for (const id of found) ids[block]?.add(id)
          }
        }
        return ids
      }
      const forwards = used(seen.map((_, i) => i))
      const all = forwards.flatMap((ids) => [...ids])
      expect(new Set(all).size).toBe(all.length)
      for (const id of all) expect(id).toBeGreaterThanOrEqual(1)
      expect(used(seen.map((_, i) => seen.length - 1 - i))).toEqual(forwards)
    }),
    { numRuns: 40 },
  )
})
