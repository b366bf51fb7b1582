/** The player of the lab, which hides the run's results unless the user shows them. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { OverlayPlayer, useOverlaid } from '../../../parts/run/inspector/overlay-player.tsx'
import type { Inspection } from '../../../parts/run/inspector/use-inspection.ts'
import { usePainter } from '../../../parts/run/inspector/use-painter.ts'
import type { SceneGeometry } from '../../../parts/run/overlay/run-scene.ts'
import { type OverlayMedia, useOverlayMedia } from '../../../parts/run/player/overlay-media.ts'
import playerClasses from '../../../parts/run/player/player.module.css'
import type { TimelineLane } from '../../../parts/run/timeline/timeline-lane.ts'
import { texts } from '../../../texts/texts.ts'
import { useBlindPainter } from './use-blind-painter.ts'

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
