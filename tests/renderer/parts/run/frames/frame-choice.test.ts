import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import {
  estimateOf,
  firstChoice,
  RULES_WITH_MOMENTS,
  requestOf,
} from '../../../../../src/renderer/parts/run/frames/frame-choice.ts'
import { FrameRequest } from '../../../../../src/shared/api/video.ts'

const video = { durationS: 10, frames: 250 }

describe('the choice of frames', () => {
  test.each(RULES_WITH_MOMENTS)('the first settings of the rule %s are a request that the API takes', (by) => {
    expect(Value.Check(FrameRequest, requestOf(firstChoice(by), { runId: 'run-1', moments: [1.5] }))).toBe(true)
  })

  test('the number of frames is known for rules of time and count, bounded for rules of content', () => {
    expect(estimateOf({ ...firstChoice('rate'), fps: 2 }, video)).toEqual({ kind: 'about', frames: 20 })
    expect(estimateOf({ ...firstChoice('rate'), fps: 60 }, video)).toEqual({ kind: 'about', frames: 250 })
    expect(estimateOf({ ...firstChoice('every_nth'), n: 100 }, video)).toEqual({ kind: 'about', frames: 3 })
    expect(estimateOf({ ...firstChoice('differing'), compared: 5 }, video)).toEqual({ kind: 'most', frames: 50 })
    expect(estimateOf(firstChoice('unsure'), { ...video, frames: 40 })).toEqual({ kind: 'most', frames: 40 })
    expect(estimateOf(firstChoice('scene_changes'), video)).toBeNull()
  })
})
