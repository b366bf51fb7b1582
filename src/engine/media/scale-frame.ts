/** Resizes frames and converts their layout, range and matrix with swscale: as whole pictures, in the gamut that they have. */
import { AV_FRAME_FLAG_INTERLACED, AVCOL_PRI_UNSPECIFIED, AVCOL_TRC_UNSPECIFIED } from 'node-av/constants'
import { FFmpegError, type Frame as NativeFrame, type SoftwareScaleContext } from 'node-av/lib'

/**
 * swscale refuses frames of which only one is marked as interlaced, and it maps colours, at twenty times the cost, between
 * frames that state different primaries or transfers: it gets to see none of these marks. `source` keeps its own.
 * @throws FFmpegError that begins with `doing`
 */
export function scaleFrame(
  scaler: SoftwareScaleContext,
  target: NativeFrame,
  source: NativeFrame,
  doing: string,
): void {
  const { colorPrimaries, colorTrc, flags } = source
  for (const frame of [source, target]) {
    frame.colorPrimaries = AVCOL_PRI_UNSPECIFIED
    frame.colorTrc = AVCOL_TRC_UNSPECIFIED
    frame.clearFlags(AV_FRAME_FLAG_INTERLACED)
  }
  try {
    FFmpegError.throwIfError(scaler.scaleFrameSync(target, source), doing)
  } finally {
    source.colorPrimaries = colorPrimaries
    source.colorTrc = colorTrc
    source.flags = flags
  }
}
