import { describe, expect, it } from 'vitest'
import { FramePicker } from '../../../src/engine/media/stream-clock.ts'
import { judgeShortfall } from '../../../src/engine/media/truncation.ts'

const shortfall = (announcedS: number, readS: number, structureCut = false) =>
  judgeShortfall({ announcedS, readS, structureCut, frameS: 0.04 })

describe('a missing end of a file', () => {
  it('is tolerated within a frame and a half', () => {
    expect(shortfall(10, 9.95)).toBe('whole')
    expect(shortfall(10, 11)).toBe('whole')
  })
  it('counts as cut off beyond 5 % and one second', () => {
    expect(shortfall(10, 8.9)).toBe('cut_off')
    expect(shortfall(10, 9.2)).toBe('short')
    expect(shortfall(100, 96)).toBe('short')
    expect(shortfall(100, 94)).toBe('cut_off')
    expect(shortfall(1.2, 0.3)).toBe('short')
  })
  it("counts as cut off after three frames when the file's structure extends further", () => {
    expect(shortfall(1.2, 0.3, true)).toBe('cut_off')
    expect(shortfall(10, 9.9, true)).toBe('short')
    expect(shortfall(100, 99.8, true)).toBe('cut_off')
  })
})

describe('frames picked by time', () => {
  const picked = (fps: number | null, times: number[]) => {
    const picker = new FramePicker(fps)
    return times.filter((t) => picker.picks(t))
  }
  it('include every frame without a rate', () => {
    expect(picked(null, [0, 0.1, 0.2])).toEqual([0, 0.1, 0.2])
  })
  it('do not drift, and include one frame after a gap', () => {
    expect(picked(2, [0, 0.3, 0.49999, 0.6, 0.9, 1, 4.2, 4.3, 4.5])).toEqual([0, 0.49999, 1, 4.2, 4.5])
  })
})
