/** The line of facts under a run's title. */
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import { isTerminal } from '../../../shared/domain/run.ts'
import { formatDecimal, formatDuration, formatFullDate, formatWhen } from '../../base/format/format.ts'
import { hrefOf } from '../../base/navigation/route.ts'
import { Fact, FactList } from '../../base/ui/fact.tsx'
import { hasStills } from '../../parts/run/player/overlay-media.ts'
import { speedText } from '../../parts/run/progress/run-speed.ts'
import { wallSeconds } from '../../parts/run/progress/wall-time.ts'
import { formatCount } from '../../texts/plural.ts'
import { texts } from '../../texts/texts.ts'

const { facts } = texts.runs.page

/** @param named true when the title is the run's own name, so that the workflow is listed as a fact */
export function RunFacts({ run, named }: { run: WorkflowRun; named: boolean }) {
  const { source, media, progress } = run
  const took = wallSeconds(run)
  const speed = speedText(run)
  const ended = isTerminal(run.status)
  const reused = Object.values(run.nodes).some((n) => n.reused) ? facts.reusedWhat : ''
  return (
    <FactList layout="strip">
      {named && (
        <Fact name={texts.runs.list.screen.workflow}>
          {run.workflow_id ? (
            <a
              href={hrefOf({ screen: 'editor', workflowId: run.workflow_id })}
              title={texts.runs.page.screen.openWorkflow}
            >
              {run.workflow_name}
            </a>
          ) : (
            run.workflow_name
          )}
        </Fact>
      )}
      {source && <Fact name={facts.source}>{source.name}</Fact>}
      {media && (
        <Fact name={facts.size}>
          {media.width} × {media.height}
          {media.duration_seconds !== null && !hasStills(run) && `, ${formatDuration(media.duration_seconds)}`}
        </Fact>
      )}
      <Fact name={texts.runs.words.started}>
        <time dateTime={run.created_at} title={formatFullDate(run.started_at ?? run.created_at)}>
          {formatWhen(run.started_at ?? run.created_at)}
        </time>
      </Fact>
      {ended && took !== null && (
        <Fact name={texts.runs.words.took}>
          {took < 9.95 ? facts.seconds(formatDecimal(took, 1)) : formatDuration(took)}
        </Fact>
      )}
      {ended && progress.frames_done > 0 && (
        <Fact name={texts.runs.words.frames}>{formatCount(progress.frames_done)}</Fact>
      )}
      {reused.length > 0 && <Fact name={facts.reused}>{reused}</Fact>}
      {run.status === 'completed' && speed !== null && !hasStills(run) && progress.frames_done > 1 && (
        <Fact name={texts.runs.words.speed}>{speed}</Fact>
      )}
    </FactList>
  )
}
