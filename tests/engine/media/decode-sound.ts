/** Decodes the audio of a file and measures when it becomes audible. */
import { AVMEDIA_TYPE_AUDIO } from 'node-av/constants'
import { Codec, CodecContext, FormatContext, Frame, Packet } from 'node-av/lib'

/** Seconds until the first sample louder than `level`, and until the end; null without audio. */
export async function soundIn(path: string, level = 0.15): Promise<{ onsetS: number; endS: number } | null> {
  const format = new FormatContext()
  format.allocContext()
  await format.openInput(path)
  await format.findStreamInfo()
  const stream = format.streams.find((s) => s.codecpar.codecType === AVMEDIA_TYPE_AUDIO)
  const codec = stream && Codec.findDecoder(stream.codecpar.codecId)
  if (!stream || !codec) {
    await format.closeInput()
    return null
  }
  const context = new CodecContext()
  context.allocContext3(codec)
  context.parametersToContext(stream.codecpar)
  context.pktTimebase = stream.timeBase
  await context.open2(codec, null)
  const [packet, frame] = [new Packet(), new Frame()]
  packet.alloc()
  frame.alloc()
  let onsetS = Number.POSITIVE_INFINITY
  let endS = 0
  const drain = async () => {
    while ((await context.receiveFrame(frame)) >= 0) {
      const startS = (Number(frame.pts) * stream.timeBase.num) / stream.timeBase.den
      const plane = (frame.data as Buffer[])[0] as Buffer
      for (let i = 0; i < frame.nbSamples && onsetS === Number.POSITIVE_INFINITY; i++) {
        // Planar float, the output format of the decoders of AAC and Opus.
        if (Math.abs(plane.readFloatLE(4 * i)) > level) onsetS = startS + i / frame.sampleRate
      }
      endS = startS + frame.nbSamples / frame.sampleRate
      frame.unref()
    }
  }
  while ((await format.readFrame(packet)) >= 0) {
    if (packet.streamIndex === stream.index && (await context.sendPacket(packet)) >= 0) await drain()
    packet.unref()
  }
  await context.sendPacket(null)
  await drain()
  context.freeContext()
  packet.free()
  frame.free()
  await format.closeInput()
  return { onsetS, endS }
}
