/** The line of facts under a run's title. */
import type { WorkflowRun } from '../../shared/domain/run.ts'
import { isTerminal } from '../../shared/domain/run.ts'
import { formatCount } from '../messages/plural.ts'
import { formatDuration, formatFullDate, formatWhen } from '../ui/format.ts'
import classes from './run-screen.module.css'
import { wallSeconds } from './wall-time.ts'

export function RunFacts({ run }: { run: WorkflowRun }) {
  const { source, media, progress } = run
  const took = wallSeconds(run)
  const ended = isTerminal(run.status)
  const reused = Object.values(run.nodes).some((n) => n.reused) ? 'Detections and tracks of an earlier run' : ''
  return (
    <dl className={classes.facts}>
      {source && <Fact name="Source">{source.name}</Fact>}
      {media && (
        <Fact name="Size">
          {media.width} × {media.height}
          {media.duration_seconds !== null && `, ${formatDuration(media.duration_seconds)}`}
        </Fact>
      )}
      <Fact name="Started">
        <time dateTime={run.created_at} title={formatFullDate(run.started_at ?? run.created_at)}>
          {formatWhen(run.started_at ?? run.created_at)}
        </time>
      </Fact>
      {ended && took !== null && <Fact name="Took">{took < 9.95 ? `${took.toFixed(1)} s` : formatDuration(took)}</Fact>}
      {ended && progress.frames_done > 0 && <Fact name="Frames">{formatCount(progress.frames_done)}</Fact>}
      {reused.length > 0 && <Fact name="Reused">{reused}</Fact>}
      {run.status === 'completed' && took !== null && took > 0 && progress.frames_done > 1 && (
        <Fact name="Speed">{(progress.frames_done / took).toFixed(1)} frames/s</Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
