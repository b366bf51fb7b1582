import { describe, expect, test } from 'vitest'
import { playerCommand, speedFrom, stepTime } from '../../../../../src/renderer/parts/run/player/player-keys.ts'

describe('stepping through frames', () => {
  test.each([23.976, 25, 29.97, 30, 60])('shows the next frame with every step at %d frames/s, and back', (fps) => {
    let time = 0
    for (let frame = 1; frame <= 500; frame++) {
      time = stepTime(time, 1, fps)
      expect(Math.floor(time * fps)).toBe(frame)
    }
    for (let frame = 499; frame >= 0; frame--) {
      time = stepTime(time, -1, fps)
      expect(Math.floor(time * fps)).toBe(frame)
    }
  })

  test('does not go before the start', () => {
    expect(stepTime(0, -3, 25)).toBe(0)
  })
})

test('speeds go up and down the list and stop at its ends', () => {
  expect(speedFrom(1, 1)).toBe(1.5)
  expect(speedFrom(1, -1)).toBe(0.5)
  expect(speedFrom(8, 1)).toBe(8)
  expect(speedFrom(0.1, -1)).toBe(0.1)
})

test('Shift makes the arrow keys jump further; keys without a command return null', () => {
  expect(playerCommand({ key: 'ArrowLeft', shiftKey: false })).toEqual({ do: 'skip', seconds: -1 })
  expect(playerCommand({ key: 'ArrowRight', shiftKey: true })).toEqual({ do: 'skip', seconds: 5 })
  expect(playerCommand({ key: 'q', shiftKey: false })).toBeNull()
})
