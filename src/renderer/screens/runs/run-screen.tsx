/** The page of one run: progress while it is active, an explanation when it failed, the inspector when it is done. */
import { Loader } from '@mantine/core'
import { useMemo } from 'react'
import { isTerminal, stateOfRun, type WorkflowRun } from '../../../shared/domain/run.ts'
import { hrefOf, navigate } from '../../base/navigation/route.ts'
import { ClassColors } from '../../base/ui/class-colors.ts'
import { LoadError } from '../../base/ui/empty.tsx'
import { Page } from '../../base/ui/page.tsx'
import { StatusBadge } from '../../base/ui/status-badge.tsx'
import { useTitle } from '../../base/ui/use-title.ts'
import { LabelsBar } from '../../parts/run/labels/labels-bar.tsx'
import { NameEditor } from '../../parts/run/labels/name-editor.tsx'
import { useLabelsOf } from '../../parts/run/labels/use-labels.ts'
import classes from '../../parts/run/progress/run-page.module.css'
import { useRun } from '../../parts/run/progress/use-run.ts'
import { useRunBlocks } from '../../parts/run/progress/use-run-blocks.ts'
import { texts } from '../../texts/texts.ts'
import { useRunActions } from './actions/use-run-actions.ts'
import { useKeptArtifacts } from './artifacts/use-artifact-actions.ts'
import { RunButtons } from './run-buttons.tsx'
import { RunFacts } from './run-facts.tsx'
import { RunResults } from './run-results.tsx'

export function RunScreen({ runId }: { runId: string }) {
  const { run, log, error, retry } = useRun(runId)
  const blocks = useRunBlocks(runId)
  const actions = useRunActions()
  const { name } = useLabelsOf(runId)
  useTitle(name ?? (run ? texts.runs.page.screen.runOf(run.workflow_name) : texts.runs.page.screen.run))
  // Stable while only the progress changes, so that no file is read again.
  const artifactKey = JSON.stringify(run?.artifacts ?? [])
  const written = useMemo(() => JSON.parse(artifactKey) as WorkflowRun['artifacts'], [artifactKey])
  const artifacts = useKeptArtifacts(runId, written)

  if (!run) {
    return (
      <Page title={<Trail />}>
        {error ? (
          <LoadError title={texts.runs.page.screen.cannotShow} message={error} onRetry={retry} />
        ) : (
          <Loader size="sm" color="gray" m="xl" />
        )}
      </Page>
    )
  }
  const runAgain = run.workflow_id && isTerminal(run.status) ? () => void actions.runAgain(run) : null
  const resume = run.resumable ? () => void actions.resume(run) : null
  return (
    <Page
      fixed
      title={<Trail run={run} />}
      aside={<StatusBadge status={stateOfRun(run)} />}
      actions={
        <RunButtons run={run} actions={actions} onRunAgain={runAgain} onDeleted={() => navigate({ screen: 'runs' })} />
      }
    >
      <div className={classes.screen}>
        <RunFacts run={run} named={name !== null} />
        <LabelsBar key={runId} runId={runId} />
        <ClassColors value={blocks.colorOf}>
          <RunResults
            run={run}
            artifacts={artifacts}
            log={log}
            blocks={blocks}
            onRunAgain={runAgain}
            onResume={resume}
          />
        </ClassColors>
      </div>
    </Page>
  )
}

function Trail({ run }: { run?: WorkflowRun }) {
  return (
    <>
      <a className={classes.trail} href={hrefOf({ screen: 'runs' })}>
        {texts.runs.list.screen.title}
      </a>
      <span className={classes.slash}>/</span>
      {run ? (
        <NameEditor runId={run.id}>
          <WorkflowName run={run} />
        </NameEditor>
      ) : (
        '…'
      )}
    </>
  )
}

/** The title of a run without a name. */
function WorkflowName({ run }: { run: WorkflowRun }) {
  if (!run.workflow_id) return run.workflow_name
  return (
    <a
      className={classes.workflow}
      href={hrefOf({ screen: 'editor', workflowId: run.workflow_id })}
      title={texts.runs.page.screen.openWorkflow}
    >
      {run.workflow_name}
    </a>
  )
}
