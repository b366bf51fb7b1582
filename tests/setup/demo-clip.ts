/** The first seconds of the demo video: tests that need real objects need not process all of it. */
import { join } from 'node:path'
import { Packet } from 'node-av/lib'
import { Muxer } from '../../src/engine/media/muxer.ts'
import { openInput, videoStream } from '../../src/engine/media/open-input.ts'
import { secondsOf } from '../../src/engine/media/stream-clock.ts'
import { root } from '../engine/support/bundles.ts'

const DEMO = join(root, 'resources/demo/street-crossing.mp4')

/** Copies the packets, without coding them again, up to the first key frame after so many seconds. */
export async function writeDemoClip(path: string, seconds: number): Promise<void> {
  const input = await openInput(DEMO)
  const demo = videoStream(input, DEMO)
  const muxer = await Muxer.create(path)
  const clip = muxer.addStream()
  demo.codecpar.copy(clip.codecpar)
  clip.codecpar.codecTag = 0
  clip.timeBase = demo.timeBase
  await muxer.writeHeader()
  const packet = new Packet()
  packet.alloc()
  while ((await input.context.readFrame(packet)) >= 0) {
    if (packet.streamIndex === demo.index) {
      if (packet.isKeyframe && secondsOf(packet.pts, demo.timeBase) >= seconds) break
      packet.streamIndex = clip.index
      packet.rescaleTs(demo.timeBase, clip.timeBase)
      await muxer.write(packet)
    }
    packet.unref()
  }
  packet.free()
  await muxer.finish()
  await input.close()
}
