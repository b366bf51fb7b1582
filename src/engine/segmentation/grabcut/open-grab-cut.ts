import { GRABCUT } from '../../../shared/engine-contract/segmentation.ts'
import { message } from '../../../shared/messages/message.ts'
import { RunFailure } from '../../core/run-failure.ts'
import type { OpenSegmenter } from '../open-segmenter.ts'
import { segmentByColor } from './grab-cut-segmenter.ts'

/** The segmenter that needs no network. */
export const grabCutSegmenter: OpenSegmenter = {
  name: GRABCUT,
  async segment(_image, frame, prompt) {
    if (prompt.kind === 'texts') {
      throw new RunFailure('model_unsupported', message('segmenter.no_texts', { name: GRABCUT }))
    }
    const object = segmentByColor(frame, prompt)
    return object ? [{ ...object, className: '' }] : []
  },
  close: async () => undefined,
}
