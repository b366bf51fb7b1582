/** Reads all packets of a file without decoding them. */
import { AV_PKT_FLAG_CORRUPT, AV_PKT_FLAG_DISCARD, AVDISCARD_ALL, AVERROR_EAGAIN } from 'node-av/constants'
import { Packet, type Stream } from 'node-av/lib'
import { announcedEndS, frameLength, type OpenedInput, packetEndS } from './open-input.ts'
import { NO_PTS, secondsOf } from './stream-clock.ts'

export interface PacketCount {
  /** Number of displayed packets of the stream. */
  frames: number
  /**
   * Container times of the first displayed packet and of the end of the last one, in seconds; null without timestamps.
   */
  startS: number | null
  endS: number | null
  /** End of the last packet of any stream that counts towards the announced length. */
  readEndS: number
}

/** Leaves the input at its end: open it again to decode. */
export async function countPackets(input: OpenedInput, stream: Stream): Promise<PacketCount> {
  const { perStream } = announcedEndS(input, stream)
  const frameS = frameLength(stream)
  if (perStream) for (const other of input.streams) if (other.index !== stream.index) other.discard = AVDISCARD_ALL
  const packet = new Packet()
  packet.alloc()
  const count: PacketCount = { frames: 0, startS: null, endS: null, readEndS: Number.NEGATIVE_INFINITY }
  try {
    for (;;) {
      const read = await input.context.readFrame(packet)
      if (read === AVERROR_EAGAIN) continue
      if (read < 0) return count
      const ofStream = packet.streamIndex === stream.index
      const endS = packetEndS(packet, input, ofStream ? frameS : 0)
      // A truncated packet at the end does not count as read.
      if ((ofStream || !perStream) && !packet.hasFlags(AV_PKT_FLAG_CORRUPT)) {
        count.readEndS = Math.max(count.readEndS, endS)
      }
      if (ofStream && !packet.hasFlags(AV_PKT_FLAG_DISCARD)) {
        count.frames++
        if (Number.isFinite(endS)) count.endS = Math.max(count.endS ?? endS, endS)
        if (packet.pts !== NO_PTS) {
          const startS = secondsOf(packet.pts, stream.timeBase)
          count.startS = Math.min(count.startS ?? startS, startS)
        }
      }
      packet.unref()
    }
  } finally {
    packet.free()
  }
}
