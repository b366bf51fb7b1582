import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { isLastReader, planOf } from '../../../src/engine/nodes/plan.ts'
import { graphOf, jobOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'
import { writeVideo } from '../support/test-frames.ts'

type Nodes = Record<string, [string, object?]>
const model: [string, object] = ['model', { model_id: 'm' }]
const videoSink: [string, object] = ['sink', { kind: 'annotated_video' }]
const draw: Nodes = { find: model, draw: ['visualize'], video: videoSink }
const drawn = ['source>find', 'find>draw', 'draw>video']

function isLast(nodes: Nodes, wires: string[]): boolean {
  const plan = planOf(graphOf(nodes, wires))
  const node = plan.nodes.find((n) => n.id === 'draw')
  return node !== undefined && isLastReader(node, plan)
}

describe("the last block to read a frame's pixels", () => {
  test('draws the detections of the models before it', () => {
    expect(isLast(draw, drawn)).toBe(true)
  })

  test('is not one in parallel to another model', () => {
    const other: Nodes = { other: model, table: ['sink', { kind: 'csv' }] }
    expect(isLast({ ...draw, ...other }, [...drawn, 'source>other', 'other>table'])).toBe(false)
  })

  test('is not one in parallel to a video of the source frames', () => {
    expect(isLast({ ...draw, plain: videoSink }, [...drawn, 'source>plain'])).toBe(false)
  })

  test('is not one in parallel to images stored for a data set', () => {
    const kept: [string, object] = ['sink', { kind: 'annotations', dataset_project_id: 'd' }]
    expect(isLast({ ...draw, kept }, [...drawn, 'find>kept'])).toBe(false)
  })
})

describe('two videos of one source', () => {
  const folder = testFolder()
  const video = join(folder, 'plain.mp4')
  beforeAll(async () => {
    await writeVideo(video, 3, () => [{ x: 64, y: 40, color: 'red' }])
  })

  const lumaOf = async (path: string): Promise<number[]> => {
    const media = await openMedia(path)
    try {
      for await (const frame of media.frames()) {
        const luma = Array.from({ length: frame.height }, (_, y) =>
          Array.from(frame.image.y.subarray(y * frame.image.strideY, y * frame.image.strideY + frame.width)),
        ).flat()
        frame.close()
        return luma
      }
    } finally {
      await media.close()
    }
    throw new Error(`${path} holds no frame`)
  }
  const difference = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, v, i) => sum + Math.abs(v - (b[i] as number)), 0) / a.length

  test('the plain one has nothing of the drawings on the other', async () => {
    const outDir = join(folder, 'two')
    const run = await runHere(jobOf(graphOf({ ...draw, plain: videoSink }, [...drawn, 'source>plain']), video, outDir))
    expect(run.error).toBeNull()
    const source = await lumaOf(video)
    expect(difference(await lumaOf(join(outDir, 'plain.mp4')), source)).toBeLessThan(1)
    expect(difference(await lumaOf(join(outDir, 'video.mp4')), source)).toBeGreaterThan(2)
  })
})
