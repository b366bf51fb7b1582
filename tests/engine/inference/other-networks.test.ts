/** Networks that are no models of images: refused by what they are. */
import { expect, test } from 'vitest'
import { openSession } from '../../../src/engine/inference/detector-session.ts'
import { modelFixture } from '../support/bundles.ts'

test.each([
  ['sound', 'it takes sound, as networks for speech do'],
  ['sound-in-pieces', 'it takes sound, as networks for speech do'],
  ['text', 'it takes text, as language models do'],
  ['numbers', 'none of its inputs is an image'],
  ['text-line', 'it reads the text of one line (OCR)'],
  ['text-line-of-free-height', 'it reads the text of one line (OCR)'],
  ['prompts', 'Install it together with its encoder: sightline models install-segmenter'],
])('a network of %s is refused by name', async (what, words) => {
  await expect(openSession(modelFixture(`other-${what}`), 1)).rejects.toMatchObject({
    code: 'model_unsupported',
    message: expect.stringContaining(words),
  })
})
