/** Chooses a run on a video, then frames of that video: those of which its model was unsure, or by another rule. */
import { Select } from '@mantine/core'
import { useCallback, useState } from 'react'
import { isTerminal, type WorkflowRun } from '../../../../../shared/domain/run.ts'
import { formatWhen } from '../../../../base/format/format.ts'
import { useHost } from '../../../../base/host/host-context.ts'
import { NotLoaded } from '../../../../base/ui/not-loaded.tsx'
import { useResource } from '../../../../base/ui/use-resource.ts'
import { RULES_OF_RUN } from '../../../../parts/run/frames/frame-choice.ts'
import { FramesStep } from '../../../../parts/run/frames/frames-step.tsx'
import { texts } from '../../../../texts/texts.ts'
import classes from '../bring.module.css'

const words = texts.data.bring.run
/** Runs of one request; older ones are not offered. */
const NEWEST = 200

const isUsable = ({ status, source, inspection }: WorkflowRun): boolean =>
  isTerminal(status) && source?.kind === 'video' && source.uri !== null && inspection?.frames != null

export function RunSource({ datasetId, onAdded }: { datasetId: string; onAdded(): Promise<void> }) {
  const host = useHost()
  const load = useCallback(
    async () => (await host.api('workflowRuns.list', { query: { limit: NEWEST } })).filter(isUsable),
    [host],
  )
  const { value: runs, error, reload } = useResource(load)
  const [runId, setRunId] = useState<string | null>(null)
  if (!runs) return <NotLoaded title={words.failed} error={error} reload={reload} />
  const run = runs.find(({ id }) => id === runId)
  const { source, media } = run ?? {}
  const length =
    media?.duration_seconds != null && media.frame_count != null
      ? { durationS: media.duration_seconds, frames: media.frame_count }
      : null
  return (
    <div className={classes.step}>
      <p className={classes.note}>{runs.length === 0 ? words.none : words.hint}</p>
      {runs.length > 0 && (
        <Select
          size="xs"
          label={words.run}
          searchable
          value={runId}
          onChange={setRunId}
          data={runs.map((one) => ({
            value: one.id,
            label: words.option(one.workflow_name, one.source?.name ?? '', formatWhen(one.created_at)),
          }))}
        />
      )}
      {run && source?.uri != null && (
        <FramesStep
          key={run.id}
          datasetOf={async () => datasetId}
          onAdded={onAdded}
          source={{ uri: source.uri, name: source.name, length, runId: run.id }}
          rules={RULES_OF_RUN}
          onOther={() => setRunId(null)}
        />
      )}
    </div>
  )
}
