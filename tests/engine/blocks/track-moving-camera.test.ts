import { deserialize, serialize } from 'node:v8'
import { describe, expect, test } from 'vitest'
import { track } from '../../../src/engine/blocks/track.ts'
import type { Frame } from '../../../src/engine/media/frame.ts'
import type { DetectionsPacket, Executor, NodeContext } from '../../../src/engine/nodes/executor.ts'
import { type ConfigOf, withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { Detection } from '../../../src/shared/domain/detection.ts'
import { noFindings, plainFrame } from '../support/test-frames.ts'
import { cameraWarp, moved, picture, world } from '../tracking/camera-motion/scene.ts'

const SIZE = { width: 640, height: 360 }

/** Position of the camera: it rests, jerks and returns, further than the objects are wide. */
const panOf = (index: number): number => [0, 0, 45, 90, 50, 95, 140, 140, 80, 25, 70, 115][index % 12] as number

/** Three people standing in a world that the camera pans over. */
const people = [120, 260, 420]

const video = Array.from({ length: 12 }, (_, index) => {
  const image = picture(SIZE.width, SIZE.height, moved(world(4), cameraWarp(640, 360, 0, 1, -panOf(index), 0)))
  return { ...plainFrame(index, index / 10, [], SIZE), image: { ...image, u: image.y, v: image.y, strideUV: 1 } }
})
const detectionsOf = (index: number): Detection[] =>
  people.map((x, id) => ({
    box: { x1: x - panOf(index) + 160, y1: 120, x2: x - panOf(index) + 190, y2: 210 },
    score: 0.9,
    classId: 0,
    className: 'person',
    modelNodeId: 'm',
    id,
  }))

function blockOf(config: Partial<ConfigOf<'track'>>, saved: unknown = null): Executor {
  const node = { id: 'track', kind: 'track', config: withDefaults('track', config) }
  return track({ node, plan: { nodes: [node] }, saved } as unknown as NodeContext<'track'>) as Executor
}

/** The track id of each person in each frame; null for a person without one. */
function follow(block: Executor, from = 0, to = video.length): (number | null)[][] {
  return video.slice(from, to).map((frame: Frame) => {
    const input = { frame, frames: [], events: [], found: noFindings, detections: detectionsOf(frame.index) }
    const { detections } = block.process(input) as unknown as Record<'detections', DetectionsPacket>
    return people.map((_, id) => detections.detections.find((d) => d.id === id)?.trackId ?? null)
  })
}

describe('a camera that pans further than objects are wide', () => {
  test('makes ByteTrack lose all tracks, and BoT-SORT none', () => {
    for (const ids of follow(blockOf({ tracker: 'botsort' }))) expect(ids).toEqual([1, 2, 3])
    expect(follow(blockOf({ tracker: 'bytetrack' })).some((ids) => ids.join() !== '1,2,3')).toBe(true)
  })

  test('makes BoT-SORT lose all tracks too when camera motion is off, and is compensated as a plain shift', () => {
    const off = follow(blockOf({ tracker: 'botsort', camera_motion: 'off' }))
    expect(off.some((ids) => ids.join() !== '1,2,3')).toBe(true)
    for (const ids of follow(blockOf({ tracker: 'botsort', camera_motion: 'shift' }))) expect(ids).toEqual([1, 2, 3])
  })

  test.each(['botsort', 'bytetrack'] as const)('%s resumes from its saved state', (tracker) => {
    const whole = follow(blockOf({ tracker }))
    for (let cut = 0; cut <= video.length; cut += 3) {
      const before = blockOf({ tracker })
      expect(follow(before, 0, cut)).toEqual(whole.slice(0, cut))
      const saved: unknown = deserialize(serialize(before.save?.()))
      expect(follow(blockOf({ tracker }, saved), cut)).toEqual(whole.slice(cut))
    }
  })
})
