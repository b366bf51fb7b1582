/** The page of one run: progress while it is active, an explanation when it failed, the inspector when it is done. */
import { ActionIcon, Button, Loader, Menu } from '@mantine/core'
import { IconDots, IconFolder, IconPlayerStopFilled, IconReload, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { isTerminal, stateOfRun, type WorkflowRun } from '../../../shared/domain/run.ts'
import { contributed, useExtensions } from '../../base/extensions/extensions.ts'
import { formatBytes, formatDecimal, formatDuration, formatFullDate, formatWhen } from '../../base/format/format.ts'
import { useHost } from '../../base/host/host-context.ts'
import { hrefOf, navigate } from '../../base/navigation/route.ts'
import { ClassColors } from '../../base/ui/class-colors.ts'
import { Fact, FactList } from '../../base/ui/fact.tsx'
import { LoadError, Page, useTitle } from '../../base/ui/page.tsx'
import { StatusBadge } from '../../base/ui/status-badge.tsx'
import { FramesOfRunButton } from '../../parts/run/frames/frames-of-run-button.tsx'
import { LabelsBar } from '../../parts/run/labels/labels-bar.tsx'
import { NameEditor } from '../../parts/run/labels/name-editor.tsx'
import { useLabelsOf } from '../../parts/run/labels/use-labels.ts'
import { hasStills } from '../../parts/run/player/overlay-media.ts'
import classes from '../../parts/run/progress/run-page.module.css'
import { speedText, wallSeconds } from '../../parts/run/progress/run-speed.ts'
import { useRun } from '../../parts/run/progress/use-run.ts'
import { useRunBlocks } from '../../parts/run/progress/use-run-blocks.ts'
import { formatCount } from '../../texts/plural.ts'
import { texts } from '../../texts/texts.ts'
import { type RunActions, useRunActions } from './actions/use-run-actions.ts'
import { totalSize } from './artifact-list/artifact-links.ts'
import { useKeptArtifacts } from './artifacts/use-artifact-actions.ts'
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

interface RunButtonsProps {
  run: WorkflowRun
  actions: RunActions
  onRunAgain: (() => void) | null
  onDeleted: () => void
}

/** The buttons of a run page. */
function RunButtons({ run, actions, onRunAgain, onDeleted }: RunButtonsProps) {
  const { info } = useHost()
  const { runChecks, runComparisons } = useExtensions()
  const [cancelling, setCancelling] = useState(false)
  if (!isTerminal(run.status)) {
    const cancel = async () => {
      setCancelling(true)
      await actions.cancel(run)
      setCancelling(false)
    }
    return (
      <Button variant="default" leftSection={<IconPlayerStopFilled size={14} />} loading={cancelling} onClick={cancel}>
        {texts.ui.words.cancel}
      </Button>
    )
  }
  const remove = () => {
    actions.remove(run)
    onDeleted()
  }
  return (
    <>
      {contributed(runChecks, { run })}
      {info.host === 'electron' && info.server === null && (
        <Button variant="default" leftSection={<IconFolder size={15} />} onClick={() => void actions.reveal(run)}>
          {texts.runs.words.showInFolder}
        </Button>
      )}
      {contributed(runComparisons, { run })}
      <FramesOfRunButton run={run} />
      {onRunAgain && (
        <Button variant="default" leftSection={<IconReload size={15} />} onClick={onRunAgain}>
          {texts.runs.words.runAgain}
        </Button>
      )}
      <Menu position="bottom-end" width={190}>
        <Menu.Target>
          <ActionIcon aria-label={texts.runs.page.buttons.more}>
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={remove}>
            {texts.runs.runSizes.deleteRunWithSize(formatBytes(totalSize(run.artifacts)))}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

const { facts } = texts.runs.page

/**
 * The line of facts under a run's title.
 * @param named true when the title is the run's own name, so that the workflow is listed as a fact
 */
function RunFacts({ run, named }: { run: WorkflowRun; named: boolean }) {
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
