/** The video or image under an overlay, in the form that can be displayed, with a note when it is not the usual one. */
import { texts } from '../../base/messages/texts.ts'
import { DecodedFrames } from '../player/decoded-frames.tsx'
import type { Picture } from '../player/overlay-media.ts'
import { PlayedVideo } from '../player/played-video.tsx'
import { ShownImages } from '../player/shown-images.tsx'
import type { Inspection } from './use-inspection.ts'

interface UnderOverlayProps {
  inspection: Inspection
  picture: Picture
  label: string
  muted?: boolean
  onFail: () => void
}

export function UnderOverlay({ inspection, picture, label, muted = false, onFail }: UnderOverlayProps) {
  const { playback, frames, frame, frameS, duration, showSize } = inspection
  if ('images' in picture) return <ShownImages {...{ inspection, label, onFail }} images={picture.images} />
  if ('url' in picture) return <PlayedVideo {...{ playback, label, muted, onFail }} src={picture.url} />
  return (
    <DecodedFrames
      {...{ playback, label, frame, frameS, onFail }}
      uri={picture.uri}
      still={picture.still}
      durationS={duration}
      onSize={picture.still ? showSize : undefined}
      index={frames.index}
    />
  )
}

/** The note under a video that the browser can't play. */
export const frameByFrameNote = (picture: Picture): string | null =>
  'uri' in picture && !picture.still ? texts.compare.frameByFrame : null
