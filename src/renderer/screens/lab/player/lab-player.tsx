/** The player of the lab, which hides the run's results unless the user shows them. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import type { Size } from '../../../../shared/domain/geometry.ts'
import { OverlayPlayer, useOverlaid } from '../../../parts/run/inspector/overlay-player.tsx'
import type { Inspection } from '../../../parts/run/inspector/use-inspection.ts'
import { type Paint, usePainter } from '../../../parts/run/inspector/use-painter.ts'
import { paintGeometries } from '../../../parts/run/overlay/paint-geometries.ts'
import { Pen } from '../../../parts/run/overlay/pen.ts'
import type { SceneGeometry } from '../../../parts/run/overlay/run-scene.ts'
import { type OverlayMedia, useOverlayMedia } from '../../../parts/run/player/overlay-media.ts'
import type { Playback } from '../../../parts/run/player/playback.ts'
import playerClasses from '../../../parts/run/player/player.module.css'
import type { TimelineLane } from '../../../parts/run/timeline/timeline-lane.ts'
import { texts } from '../../../texts/texts.ts'
import type { PlaceId, TruthStore } from '../truth/truth-store.ts'

interface LabPlayerProps {
  inspection: Inspection
  media: OverlayMedia
  place: SceneGeometry | null
  blind: boolean
  onBlind: () => void
  lanes: readonly TimelineLane[]
  /** Steps to the next mark, with -1 to the previous one. */
  onStepMark: (steps: number) => void
}

export function LabPlayer({ inspection, media, place, blind, onBlind, lanes, onStepMark }: LabPlayerProps) {
  const { playback, frames, scene, counts, frame, frameS } = inspection
  // The annotated video would reveal the run's results, so it is never shown here.
  const { medium, fail } = useOverlayMedia({ ...media, annotated: [] })
  const seen = usePainter({ playback, frames, scene, counts, frame, frameS, drawn: false })
  const unseen = useBlindPainter(playback, place, frame)
  const overlaid = useOverlaid(inspection, onStepMark)
  // The images of a run are known once its record is read.
  if (medium === null && !frames.done) return null
  if (medium === null) {
    return (
      <div className={playerClasses.failed} role="alert">
        {texts.lab.player.gone}
      </div>
    )
  }
  const eye = blind ? texts.lab.player.show : texts.lab.player.hide
  return (
    <OverlayPlayer
      overlaid={overlaid}
      inspection={inspection}
      medium={medium}
      lanes={lanes}
      label={'images' in medium ? texts.runs.inspector.player.image : texts.lab.player.video}
      onFail={fail}
      paint={blind ? unseen : seen}
    >
      <Tooltip label={eye}>
        <ActionIcon aria-label={eye} aria-pressed={!blind} onClick={onBlind}>
          {blind ? <IconEyeOff size={17} stroke={1.7} /> : <IconEye size={17} stroke={1.7} />}
        </ActionIcon>
      </Tooltip>
    </OverlayPlayer>
  )
}

/** Paints the overlay of blind marking: the line or zone and its sides, but none of the run's results. */
const useBlindPainter = (playback: Playback, place: SceneGeometry | null, frame: Size): Paint =>
  useMemo(
    () =>
      ({ context, placement, size, element, font }) => {
        element.style.opacity = ''
        element.dataset.timeS = (playback.shownFrame() ?? playback.getTime()).toFixed(6)
        if (place) paintGeometries(new Pen(context, placement, size.width, size.height, font), [place], frame)
      },
    [playback, place, frame],
  )

/** Playback advances by at most this much media time per second; a larger step is a seek. */
const FASTEST = 8.5
const SLACK_S = 0.1
/** The longest gap between two frames on a busy machine. */
const LONGEST_S = 2
const STEPPED_FRAMES = 2.5

/** Records the moments that were on the screen, played or stepped through; seeks do not count as watching. */
export function useWatching(playback: Playback, truth: TruthStore, place: PlaceId | null, frameS: number): void {
  const name = place?.name
  const kind = place?.kind
  useEffect(() => {
    if (name === undefined || kind === undefined) return
    let before = playback.getTime()
    let beforeMs = performance.now()
    let wasPlaying = playback.isPlaying()
    return playback.subscribe(() => {
      const now = playback.getTime()
      const nowMs = performance.now()
      const apart = Math.abs(now - before)
      const played = Math.min(LONGEST_S, SLACK_S + ((nowMs - beforeMs) / 1000) * FASTEST)
      const most = now > before && (wasPlaying || playback.isPlaying()) ? played : frameS * STEPPED_FRAMES
      wasPlaying = playback.isPlaying()
      beforeMs = nowMs
      if (apart <= most) truth.watch({ name, kind }, Math.min(before, now), Math.max(before, now))
      before = now
    })
  }, [playback, truth, name, kind, frameS])
}
