/** The one sentence under the picture: why what was chosen counted, or did not. */
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
import { explain } from '../evidence/evidence-text.ts'
import classes from './inspector.module.css'
import { useInspected } from './inspector-store.ts'
import type { Inspection } from './use-inspection.ts'

interface WhyStripProps {
  inspection: Inspection
  hasEvents: boolean
  /** Brings these places of the picture closer, given as shares of it. */
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
      <p role="status" aria-label="Why">
        {evidence ? explain(evidence) : trackId !== null ? trackText(trackId, known.kept) : hint(known.kept, hasEvents)}
      </p>
      {evidence && (
        <Tooltip label="Closer">
          <ActionIcon aria-label="Closer" onClick={() => onZoom(evidence.path)}>
            <IconZoomIn size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
      {hasEvents && (
        <>
          <Tooltip label="Previous event (P)">
            <ActionIcon aria-label="Previous event (P)" onClick={() => stepEvent(-1)}>
              <IconPlayerSkipBack size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Next event (N)">
            <ActionIcon aria-label="Next event (N)" onClick={() => stepEvent(1)}>
              <IconPlayerSkipForward size={16} />
            </ActionIcon>
          </Tooltip>
        </>
      )}
      <Tooltip label="Let go">
        <ActionIcon
          aria-label="Let go of what is chosen"
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
  if (!hasEvents) return 'Click a track in the list to see its whole way.'
  return kept
    ? 'Click a count, an event or a mark below to see why it was counted.'
    : 'Click a count or an event to land on its frame.'
}

function trackText(trackId: number, kept: boolean): string {
  const path = `Track #${trackId} with its whole way.`
  return kept ? path : `${path} This run kept no evidence of its counts.`
}
