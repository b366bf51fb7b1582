/** Networks that are no models of images: refused by what they are. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSession } from '../../../src/engine/inference/detector-session.ts'
import { modelFixture, root } from '../support/bundles.ts'

test.each([
  ['sound', 'it takes sound, as networks for speech do'],
  ['sound-in-pieces', 'it takes sound, as networks for speech do'],
  ['text', 'it takes text, as language models do'],
  ['numbers', 'none of its inputs is an image'],
  ['text-line', 'it reads the text of one line (OCR)'],
  ['text-line-of-free-height', 'it reads the text of one line (OCR)'],
  ['prompts', 'Install encoder and decoder together: sightline models install-segmenter'],
])('a network of %s is refused by name', async (what, words) => {
  await expect(openSession(modelFixture(`other-${what}`), 1)).rejects.toMatchObject({
    code: 'model_unsupported',
    message: expect.stringContaining(words),
  })
})

test('the encoder of a segmenter is no segmentation of its features', async () => {
  const encoder = join(root, 'tests', 'fixtures', 'segmenters', 'sam', 'encoder.onnx')
  await expect(openSession(encoder, 1)).rejects.toThrow('it is a part of a segmenter of prompts')
})
