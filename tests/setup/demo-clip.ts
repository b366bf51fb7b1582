/** Cuts of the demo video: tests that need real objects need not process all of it. */
import { join } from 'node:path'
import { Packet } from 'node-av/lib'
import { Muxer } from '../../src/engine/media/muxer.ts'
import { openInput, videoStream } from '../../src/engine/media/open-input.ts'
import { root } from '../engine/support/bundles.ts'

const DEMO = join(root, 'resources/demo/street-crossing.mp4')

/** Copies the packets of whole groups of pictures, without coding them again. Times are in seconds of the demo video. */
export async function writeDemoClip(path: string, untilS: number, fromS = 0): Promise<void> {
  const input = await openInput(DEMO)
  const source = videoStream(input, DEMO)
  const muxer = await Muxer.create(path)
  const target = muxer.addStream()
  source.codecpar.copy(target.codecpar)
  target.codecpar.codecTag = 0
  target.timeBase = source.timeBase
  await muxer.writeHeader()
  const ticksPerS = source.timeBase.den / source.timeBase.num
  const startTicks = BigInt(Math.round(fromS * ticksPerS))
  const packet = new Packet()
  packet.alloc()
  let inside = false
  while ((await input.context.readFrame(packet)) >= 0) {
    const timeS = Number(packet.pts) / ticksPerS
    // Groups of pictures are taken whole, since their frames refer to each other.
    if (packet.isKeyframe) inside = timeS >= fromS && timeS < untilS
    if (inside) {
      packet.pts -= startTicks
      packet.dts -= startTicks
      packet.streamIndex = target.index
      packet.rescaleTs(source.timeBase, target.timeBase)
      await muxer.write(packet)
    }
    packet.unref()
  }
  packet.free()
  await muxer.finish()
  await input.close()
}
