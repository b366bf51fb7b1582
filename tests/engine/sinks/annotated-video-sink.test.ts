import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { probe } from '../../../src/engine/media/probe.ts'
import { createOutputFolder } from '../../../src/engine/output/output-folder.ts'
import { annotatedVideoSink } from '../../../src/engine/sinks/annotated-video-sink.ts'
import type { SinkContext } from '../../../src/engine/sinks/sink-writer.ts'
import { withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import { englishOf, type Message } from '../../../src/shared/messages/message.ts'
import { testFolder } from '../support/test-folder.ts'
import { noFindings, plainFrame, SIZE } from '../support/test-frames.ts'

const folder = testFolder()

async function annotate(name: string, fps: number | null, media: object) {
  const out = join(folder, name)
  mkdirSync(out)
  const sourcePath = join(out, 'source.mp4')
  writeFileSync(sourcePath, 'no sound in here')
  const output = await createOutputFolder(out, name)
  const warnings: string[] = []
  const context = {
    output,
    sourcePath,
    fps,
    warn: (w: Message) => void warnings.push(englishOf(w)),
    node: { id: 'video', kind: 'sink', config: withDefaults('sink', { kind: 'annotated_video' }), inlets: [{}] },
    media: { kind: 'video', ...SIZE, codec: 'h264', durationS: 1, nativeFps: 25, frameCount: 25, ...media },
  } as unknown as SinkContext
  const sink = await annotatedVideoSink(context)
  const frame = plainFrame(0, 0)
  const frames = [{ type: 'frames' as const, from: 'draw', frame, regions: null }]
  await sink.write({ frame, frames, detections: null, events: [], found: noFindings })
  await sink.finish([])
  await sink.close()
  await output.commit(() => undefined)
  return { info: await probe(join(out, 'video.mp4')), warnings }
}

test('a frame lasts as long as the run’s rate states, whatever the source’s own rate', async () => {
  expect((await annotate('sampled', 2, { hasAudio: false })).info.durationS).toBeCloseTo(0.5, 2)
  expect((await annotate('whole', 25, { hasAudio: false })).info.durationS).toBeCloseTo(0.04, 2)
})

test('parts that could not be carried over are reported in the run’s log', async () => {
  const { warnings } = await annotate('silent', 25, { hasAudio: true })
  expect(warnings).toEqual(['The sound of “source.mp4” could not be carried over; the video is silent.'])
  expect((await annotate('quiet', 25, { hasAudio: false })).warnings).toEqual([])
})
