import { expect, test } from 'vitest'
import { displayNamed, withDisplayName } from '../../../src/engine/core/run-failure.ts'
import { englishOf, message, paramOf, saidOf } from '../../../src/shared/messages/message.ts'

const wording = withDisplayName('/data/uploads/7f3a.mp4', 'Gate {1} $& <b>.mp4')

test('the display name replaces the stored one in the sentence and in its parameters, however deep', () => {
  const inner = message('media.damaged', { file: '7f3a.mp4' })
  const outer = message('engine.failure_with_cause', { failure: inner, cause: 'can’t read “7f3a.mp4”' })
  const named = wording(saidOf(outer))
  expect(named.message).toContain('“Gate {1} $& <b>.mp4” is damaged')
  expect(englishOf(paramOf(named) as typeof outer)).toBe(named.message)
  expect(englishOf(displayNamed(inner, '/data/uploads/7f3a.mp4', 'a.mp4'))).toMatch(/^“a\.mp4” is damaged/)
})

test('other names stay, and so do numbers and lists', () => {
  const said = saidOf({ code: 'log.and', params: { first: ['7f3a.mp4', '7f3a.mp4.part', 2], next: '7f3a' } })
  expect(wording(said).text?.params).toEqual({ first: ['Gate {1} $& <b>.mp4', '7f3a.mp4.part', 2], next: '7f3a' })
})

test('a sentence without a code is worded as well', () => {
  expect(wording({ message: '“7f3a.mp4” failed' })).toEqual({ message: '“Gate {1} $& <b>.mp4” failed' })
})
