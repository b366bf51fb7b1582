import { expect, test } from 'vitest'
import { openSession } from '../../../../src/engine/inference/detector-session.ts'
import { modelFixture } from '../../support/bundles.ts'
import { NO_SOFTWARE_VULKAN, SOFTWARE_VULKAN } from '../../support/software-vulkan.ts'
import { type Square, tensorOf } from '../../support/test-frames.ts'

const options = { confidence: 0.01, classIds: null, iou: 0.5, classAgnostic: false, maxDetections: 300 }
const squaresOf = (index: number): Square[] => [
  { x: 19 + 7 * index, y: 35, side: 11, color: 'red' },
  { x: 100 - 5 * index, y: 61 - index, side: 13, color: 'green' },
]

test.skipIf(NO_SOFTWARE_VULKAN)(
  `batches of two to four images have the results of single images${NO_SOFTWARE_VULKAN ? ` (${NO_SOFTWARE_VULKAN})` : ''}`,
  async () => {
    Object.assign(process.env, SOFTWARE_VULKAN)
    const settings = { device: 'webgpu', batch: 4 }
    const session = await openSession(modelFixture('colours-v8-batch'), 1, 'colours', settings)
    const requests = [0, 1, 2, 3].map((i) => ({
      input: tensorOf(squaresOf(i), { width: 160, height: 96 }),
      options,
    }))
    const alone = []
    for (const { input } of requests) alone.push(await session.infer(input, options))
    for (const size of [2, 3, 4]) {
      expect(await session.batch?.infer(requests.slice(0, size))).toEqual(alone.slice(0, size))
    }
    await session.close()
  },
)
