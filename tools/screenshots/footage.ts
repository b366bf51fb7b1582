/** Cuts of the demo video, without encoding it again: the files of a camera that starts a new one every quarter of an hour. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Packet } from 'node-av/lib'
import { Muxer } from '../../src/engine/media/muxer.ts'
import { openInput, videoStream } from '../../src/engine/media/open-input.ts'
import { root } from '../../tests/e2e/host.ts'

const DEMO = join(root, 'resources', 'demo', 'street-crossing.mp4')

/** First and last second of each cut. The demo video has a key frame every two seconds. */
const CUTS: Readonly<Record<string, readonly [fromS: number, untilS: number]>> = {
  'junction 07-00.mp4': [0, 8],
  'junction 07-15.mp4': [4, 12],
  'junction 07-30.mp4': [8, 14],
  'junction 07-45.mp4': [18, 26],
  'junction 08-00.mp4': [20, 27],
  'junction 08-15.mp4': [2, 27],
  'junction 08-30.mp4': [10, 18],
  'junction 08-45.mp4': [14, 24],
}

/** Writes all of them into a folder and returns their paths. */
export async function cutFootage(folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true })
  const paths: string[] = []
  for (const [name, [fromS, untilS]] of Object.entries(CUTS)) {
    paths.push(join(folder, name))
    await cut(join(folder, name), fromS, untilS)
  }
  return paths
}

async function cut(path: string, fromS: number, untilS: number): Promise<void> {
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
