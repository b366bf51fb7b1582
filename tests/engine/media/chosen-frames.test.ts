import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chosenFrames, chosenOf, readingOf } from '../../../src/engine/media/extract-frames.ts'
import type { Frame } from '../../../src/engine/media/frame.ts'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import type { FrameSelection } from '../../../src/shared/domain/frame-selection.ts'
import { makeVideo, steady } from './make-video.ts'
import { tempDir } from './temp-dir.ts'

const file = tempDir()
const SCENES = { by: 'scene_changes', min_change: 0.06, min_scene_s: 0.6 } as const
const DIFFERING = { by: 'differing', min_difference: 0.1, fps: 60 } as const

/** A video of 10 frames per second whose frame i has the luma `lumas[i]`. */
async function video(name: string, lumas: readonly number[]): Promise<string> {
  const path = file(name)
  const luma = (i: number) => lumas[i] as number
  await makeVideo({ path, width: 128, height: 96, ticks: steady(lumas.length, 10), luma })
  return path
}

/** Indexes of the frames of a video that are chosen. */
async function chosen(path: string, selection: FrameSelection): Promise<number[]> {
  const reader = await openMedia(path, readingOf(selection))
  const indexes: number[] = []
  for await (const frame of chosenFrames(reader.frames(), selection)) {
    indexes.push(Math.round(frame.ptsS * 10))
    frame.close()
  }
  await reader.close()
  return indexes
}

/** Frames without images, at the given times; counts those that were closed. */
function bareFrames(timesS: readonly number[]) {
  const closed: number[] = []
  async function* frames() {
    for (const ptsS of timesS) yield { ptsS, close: () => closed.push(ptsS) } as unknown as Frame
  }
  return { frames: frames(), closed }
}

const repeat = (n: number, luma: number) => Array.from({ length: n }, () => luma)

describe('scene changes', () => {
  it('are the first frames of scenes, of the video too', async () => {
    const path = await video('cuts.mp4', [...repeat(12, 40), ...repeat(15, 160), ...repeat(10, 90)])
    expect(await chosen(path, SCENES)).toEqual([0, 12, 27])
  })

  it('are not found in a slow change of light', async () => {
    const path = await video(
      'dawn.mp4',
      Array.from({ length: 40 }, (_, i) => 40 + 4 * i),
    )
    expect(await chosen(path, SCENES)).toEqual([0])
  })

  it('are not found within the shortest scene, such as a flash of light', async () => {
    const path = await video('flash.mp4', [...repeat(12, 60), 220, ...repeat(12, 60)])
    expect((await chosen(path, SCENES)).length).toBeLessThanOrEqual(2)
    expect(await chosen(path, { ...SCENES, min_scene_s: 10 })).toEqual([0])
  })

  it('are found in the last frames', async () => {
    expect(await chosen(await video('end.mp4', [...repeat(12, 40), 200]), SCENES)).toEqual([0, 12])
  })
})

describe('frames that differ', () => {
  it('are those that changed since the frame chosen before, so slow changes add up', async () => {
    const path = await video('slow.mp4', [...repeat(10, 40), ...Array.from({ length: 20 }, (_, i) => 40 + 4 * i)])
    const frames = await chosen(path, DIFFERING)
    expect(frames[0]).toBe(0)
    expect(frames.length).toBeGreaterThan(1)
    expect(frames.length).toBeLessThan(10)
    expect(frames[1]).toBeGreaterThan(10)
  })

  it('are all frames when no difference is asked for', async () => {
    const path = await video('still.mp4', repeat(6, 40))
    expect(await chosen(path, DIFFERING)).toEqual([0])
    expect(await chosen(path, { ...DIFFERING, min_difference: 0 })).toEqual([0, 1, 2, 3, 4, 5])
  })
})

it('every n-th frame counts from the first one', async () => {
  const path = await video('nth.mp4', repeat(10, 40))
  expect(await chosen(path, { by: 'every_nth', n: 4 })).toEqual([0, 4, 8])
  expect(chosenOf({ by: 'every_nth', n: 4 }, 10)).toBe(3)
})

describe('moments', () => {
  it('choose the frame that is shown at each of them, in the order of the video', async () => {
    const path = await video('moments.mp4', repeat(20, 40))
    // 0.3 s is the time of frame 3, as results record it; 0.55 s lies within frame 5.
    expect(await chosen(path, { by: 'moments', times_s: [0.55, 0.3, 0.300001, 99] })).toEqual([3, 5, 19])
  })

  it('choose each frame once, and every other frame is closed', async () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(times, fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1 }), async (at, moments) => {
        const ptsS = at.map((t) => t / 10).sort((a, b) => a - b)
        const times_s = moments.map((t) => t / 10)
        const { frames, closed } = bareFrames(ptsS)
        const found: number[] = []
        for await (const frame of chosenFrames(frames, { by: 'moments', times_s })) found.push(frame.ptsS)
        const shownAt = (timeS: number) => ptsS.findLast((t) => t <= timeS) ?? (ptsS[0] as number)
        expect(found).toEqual([...new Set(times_s.map(shownAt))].sort((a, b) => a - b))
        expect(closed.filter((t) => found.includes(t))).toEqual([])
        expect(new Set(closed).size).toBe(closed.length)
      }),
    )
  })
})
