/** The figures of each block for the whole run, and above them each block's output at the current frame. */
import type { LogLine, WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatTimecode } from '../../../base/format/format.ts'
import panel from '../../../base/ui/panel.module.css'
import classes from '../../../parts/run/inspector/inspector.module.css'
import type { Inspection } from '../../../parts/run/inspector/use-inspection.ts'
import { usePlaybackValue } from '../../../parts/run/player/playback.ts'
import type { RunBlocks } from '../../../parts/run/progress/use-run-blocks.ts'
import { texts } from '../../../texts/texts.ts'
import { BlocksPanel } from '../panels/blocks-panel.tsx'
import { useFallbackReasons } from '../panels/fallback-reasons.ts'
import { nodeValue } from './node-values.ts'

interface NodeValuesPanelProps {
  run: WorkflowRun
  blocks: RunBlocks
  inspection: Inspection
  /** Null while the run has no log file. */
  logUrl: string | null
  log: readonly LogLine[]
}

const TELLING = new Set(['model', 'track', 'measure'])

export function NodeValuesPanel({ run, blocks, inspection, logUrl, log }: NodeValuesPanelProps) {
  const fallbacks = useFallbackReasons(fellBack(run) ? logUrl : null, log)
  const telling = blocks.order.filter((id) => TELLING.has(blocks.kindOf(id) ?? ''))
  return (
    <div className={panel.panel}>
      <div className={panel.fill}>
        <BlocksPanel run={run} blocks={blocks} fallbacks={fallbacks} />
      </div>
      {telling.length > 0 && inspection.frames.index.frameCount > 0 && (
        <section className={classes.values} aria-label={texts.runs.inspector.values.atThisFrame}>
          <h2>
            {texts.runs.inspector.values.at} <Now inspection={inspection} />
          </h2>
          <dl>
            {telling.map((id) => (
              <Value key={id} id={id} blocks={blocks} inspection={inspection} />
            ))}
          </dl>
        </section>
      )}
    </div>
  )
}

/** The log is read only for this. */
const fellBack = ({ nodes }: WorkflowRun): boolean => Object.values(nodes).some(({ device }) => device?.fell_back)

const Now = ({ inspection: { playback } }: { inspection: Inspection }) => usePlaybackValue(playback, formatTimecode)

const UNITS: Record<string, string> = {
  model: texts.runs.inspector.values.kept,
  track: texts.runs.inspector.values.tracks,
  measure: '',
}

function Value({ id, blocks, inspection }: Pick<NodeValuesPanelProps, 'blocks' | 'inspection'> & { id: string }) {
  const kind = blocks.kindOf(id)
  const value = usePlaybackValue(inspection.playback, (t) => nodeValue(inspection, { id, kind }, t) ?? '')
  return (
    <>
      <dt>{blocks.titleOf(id)}</dt>
      <dd>{value === '' ? texts.runs.inspector.values.notLookedAt : `${value} ${UNITS[kind ?? ''] ?? ''}`}</dd>
    </>
  )
}
