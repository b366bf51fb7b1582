import { expect, test } from 'vitest'
import { asRunFailure } from '../../../src/engine/core/run-failure.ts'

test.each([
  ['ENOSPC', 'disk_full'],
  ['EDQUOT', 'disk_full'],
  ['EACCES', 'output_unwritable'],
  ['EROFS', 'output_unwritable'],
])('the code %s of a failed write becomes %s', (code, expected) => {
  const error = Object.assign(new Error(`${code}: write`), { code, path: '/out/video.mp4' })
  expect(asRunFailure(error, 'video')).toMatchObject({ code: expected, nodeId: 'video' })
})
