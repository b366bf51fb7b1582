import { describe, expect, it } from 'vitest'
import type { Warp } from '../../../src/engine/tracking/motion-model.ts'
import { createTracker, type TrackerOptions } from '../../../src/engine/tracking/tracker.ts'
import { type ConfigOf, withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { Detection } from '../../../src/shared/domain/detection.ts'
import { palaceCppTracks, palaceDetections, palacePythonTracks, type Tlwh } from '../../fixtures/tracking/palace.ts'

const FPS = 30

/** Number of frames whose set of ids differs, and the largest difference of a box side in pixels. */
function compare(
  golden: readonly Map<number, Tlwh | null>[],
  config: Partial<ConfigOf<'track'>>,
  options?: TrackerOptions,
  warpOf?: (frame: number) => Warp,
  looks?: (detection: Detection) => Float32Array,
) {
  const tracker = createTracker(withDefaults('track', config), options)
  const framesApart: number[] = []
  let worstPx = 0
  let boxes = 0
  palaceDetections().forEach((detections, index) => {
    const warp = warpOf?.(index)
    const frame = { index, ptsS: index / FPS, width: 1280, height: 720 }
    const appearances = looks ? new Map(detections.map((d) => [d, looks(d)])) : null
    const tracks = tracker.update(detections, { ...frame, warp, appearances })
    const expected = golden[index] as Map<number, Tlwh | null>
    const ids = tracks.map((t) => t.trackId).sort((a, b) => a - b)
    if (ids.join() !== [...expected.keys()].sort((a, b) => a - b).join()) framesApart.push(index)
    for (const { trackId, box } of tracks) {
      const tlwh = expected.get(trackId)
      if (!tlwh) continue
      boxes += 1
      const ours = [box.x1, box.y1, box.x2 - box.x1, box.y2 - box.y1]
      ours.forEach((value, k) => {
        worstPx = Math.max(worstPx, Math.abs(value - (tlwh[k] as number)))
      })
    }
  })
  return { framesApart, worstPx, boxes }
}

describe('parity with the authors’ trackers on a real clip', () => {
  it('gives the ids and boxes of ByteTrack’s C++ port', () => {
    const result = compare(
      palaceCppTracks(),
      { tracker: 'bytetrack', high_threshold: 0.5, new_track_threshold: 0.6, match_threshold: 0.8, lost_after_s: 1 },
      { fuseScore: false, matchPredicted: false },
    )
    expect(result.framesApart).toEqual([])
    expect(result.boxes).toBe(6008)
    expect(result.worstPx).toBeLessThan(0.01)
  })

  it('gives the ids and boxes of ByteTrack’s Python code with the block’s defaults', () => {
    const result = compare(palacePythonTracks('bytetrack'), { tracker: 'bytetrack' })
    expect(result.framesApart).toEqual([])
    expect(result.boxes).toBeGreaterThan(200)
    expect(result.worstPx).toBeLessThan(0.001)
  })

  it('gives the ids and boxes of BoT-SORT’s Python code for a camera that stands still', () => {
    const result = compare(palacePythonTracks('botsort'), { tracker: 'botsort' })
    expect(result.framesApart).toEqual([])
    expect(result.boxes).toBeGreaterThan(200)
    expect(result.worstPx).toBeLessThan(0.001)
  })

  it('gives the ids of BoT-SORT’s Python code with appearance vectors', () => {
    const looks = ({ box: { x1: x, y1: y, x2, y2 } }: Detection): Float32Array => {
      const look = [
        Math.cos(x / 150),
        Math.sin(x / 150),
        Math.cos(y / 90),
        Math.sin(y / 90),
        (y2 - y) / 100,
        (x2 - x) / 60,
      ]
      return Float32Array.from(look, (value) => value / Math.hypot(...look))
    }
    const config = { tracker: 'botsort', proximity_threshold: 0.9, appearance_threshold: 0.05 } as const
    const golden = palacePythonTracks('botsort_reid')
    expect(compare(golden, config, undefined, undefined, looks).framesApart).toEqual([])
    expect(compare(golden, config).framesApart).not.toEqual([])
  })

  it('moves with the camera as BoT-SORT’s Python code does', () => {
    const warpOf = (f: number): Warp => {
      const angle = 0.002 * Math.sin(f * 0.7)
      const scale = 1 + 0.001 * Math.cos(f * 0.3)
      const c = scale * Math.cos(angle)
      const s = scale * Math.sin(angle)
      return [c, -s, 2 * Math.sin(f * 0.5), s, c, 1.5 * Math.cos(f * 0.4)]
    }
    const golden = palacePythonTracks('botsort_warp')
    const result = compare(golden, { tracker: 'botsort' }, undefined, warpOf)
    expect(result.framesApart).toEqual([])
    expect(result.worstPx).toBeLessThan(0.001)
    expect(compare(golden, { tracker: 'botsort' }).framesApart).not.toEqual([])
  })
})
