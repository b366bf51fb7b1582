/** The sentence under the video: why the selected event or near miss was or was not counted. */
import { ActionIcon, Tooltip } from '@mantine/core'
import {
  IconCircleCheck,
  IconCircleDashed,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconPointer,
  IconX,
  IconZoomIn,
} from '@tabler/icons-react'
import classes from '../../../parts/run/inspector/inspector.module.css'
import { useInspected } from '../../../parts/run/inspector/inspector-store.ts'
import type { Inspection } from '../../../parts/run/inspector/use-inspection.ts'
import { explain } from '../../../parts/run/records/evidence/evidence-text.ts'
import { texts } from '../../../texts/texts.ts'

interface WhyStripProps {
  inspection: Inspection
  hasEvents: boolean
  /** Zooms in on these points, given as fractions of the frame. */
  onZoom: (points: readonly { x: number; y: number }[]) => void
}

export function WhyStrip({ inspection, hasEvents, onZoom }: WhyStripProps) {
  const { inspector, stepEvent, evidence: known } = inspection
  const evidence = useInspected(inspector, (s) => s.evidence)
  const trackId = useInspected(inspector, (s) => s.trackId)
  const chosen = evidence !== null || trackId !== null
  return (
    <div className={classes.why} data-chosen={chosen || undefined}>
      {evidence === null ? (
        <IconPointer size={17} stroke={1.6} aria-hidden />
      ) : evidence.counted ? (
        <IconCircleCheck size={18} stroke={1.8} className={classes.good} aria-hidden />
      ) : (
        <IconCircleDashed size={18} stroke={1.8} className={classes.miss} aria-hidden />
      )}
      <p role="status" aria-label={texts.runs.inspector.why.why}>
        {evidence ? explain(evidence) : trackId !== null ? trackText(trackId, known.kept) : hint(known.kept, hasEvents)}
      </p>
      {evidence && (
        <Tooltip label={texts.runs.inspector.why.closer}>
          <ActionIcon aria-label={texts.runs.inspector.why.closer} onClick={() => onZoom(evidence.path)}>
            <IconZoomIn size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
      {hasEvents && (
        <>
          <Tooltip label={texts.runs.inspector.why.previous}>
            <ActionIcon aria-label={texts.runs.inspector.why.previous} onClick={() => stepEvent(-1)}>
              <IconPlayerSkipBack size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={texts.runs.inspector.why.next}>
            <ActionIcon aria-label={texts.runs.inspector.why.next} onClick={() => stepEvent(1)}>
              <IconPlayerSkipForward size={16} />
            </ActionIcon>
          </Tooltip>
        </>
      )}
      <Tooltip label={texts.runs.inspector.why.clear}>
        <ActionIcon
          aria-label={texts.runs.inspector.why.clearSelection}
          disabled={!chosen}
          onClick={() => inspector.chooseTrack(null)}
        >
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}

function hint(kept: boolean, hasEvents: boolean): string {
  if (!hasEvents) return texts.runs.inspector.why.hintTracks
  return kept ? texts.runs.inspector.why.hintEvidence : texts.runs.inspector.why.hintEvents
}

function trackText(trackId: number, kept: boolean): string {
  const path = texts.runs.inspector.why.track(trackId)
  return kept ? path : texts.runs.inspector.why.noEvidence(path)
}
