/** The accuracy lab of a run: the user watches the video, marks events, and sees how accurate the counts are. */

import { Button, Loader } from '@mantine/core'
import { IconArrowLeft, IconRuler2, IconTargetArrow } from '@tabler/icons-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import type { Artifact, WorkflowRun } from '../../../shared/domain/run.ts'
import { GuideLink } from '../../base/guide/guide-link.tsx'
import { useHost } from '../../base/host/host-context.ts'
import { hrefOf, navigate } from '../../base/navigation/route.ts'
import { ClassColors } from '../../base/ui/class-colors.ts'
import { Empty, LoadError } from '../../base/ui/empty.tsx'
import { Page } from '../../base/ui/page.tsx'
import { useTitle } from '../../base/ui/use-title.ts'
import { useLabelsOf } from '../../parts/run/labels/use-labels.ts'
import runClasses from '../../parts/run/progress/run-page.module.css'
import { useRun } from '../../parts/run/progress/use-run.ts'
import { useRunBlocks } from '../../parts/run/progress/use-run-blocks.ts'
import { texts } from '../../texts/texts.ts'
import { LabView } from './lab-view.tsx'
import { useTruth } from './truth/use-truth.ts'
import { type MediaIdentity, useMediaIdentity } from './use-media-identity.ts'

export function LabScreen({ runId }: { runId: string }) {
  const { run, error, retry } = useRun(runId)
  const { name } = useLabelsOf(runId)
  useTitle(run ? texts.lab.pageTitle(name ?? run.workflow_name) : texts.lab.title)
  return (
    <Page
      fixed
      title={<Trail run={run} runId={runId} />}
      actions={
        <Button
          component="a"
          variant="default"
          leftSection={<IconArrowLeft size={15} />}
          href={hrefOf({ screen: 'run', runId })}
        >
          {texts.lab.backToRun}
        </Button>
      }
    >
      {run ? (
        <Identified run={run} />
      ) : error ? (
        <LoadError title={texts.lab.cantShow} message={error} onRetry={retry} />
      ) : (
        <Loader size="sm" color="gray" m="xl" />
      )}
    </Page>
  )
}

function Identified({ run }: { run: WorkflowRun }) {
  const { info } = useHost()
  const { id } = run
  const artifactKey = JSON.stringify(run.artifacts)
  const artifacts = useMemo(() => JSON.parse(artifactKey) as Artifact[], [artifactKey])
  const urlOf = useCallback(
    (a: Artifact) => `${info.files_base}/runs/${encodeURIComponent(id)}/${encodeURIComponent(a.id)}`,
    [info.files_base, id],
  )
  const identity = useMediaIdentity(artifacts, urlOf)
  if (run.status !== 'completed') return <NotHere run={run} {...texts.lab.notCompleted} />
  if (identity.error !== null) {
    return <LoadError title={texts.lab.cantShow} message={identity.error} onRetry={() => void identity.reload()} />
  }
  if (!identity.value) return <Loader size="sm" color="gray" m="xl" />
  if (identity.value.sha256 === null) return <NotHere run={run} {...texts.lab.noVideo} />
  return <WithTruth run={run} artifacts={artifacts} urlOf={urlOf} identity={identity.value} />
}

interface WithTruthProps {
  run: WorkflowRun
  artifacts: readonly Artifact[]
  urlOf: (artifact: Artifact) => string
  identity: MediaIdentity
}

function WithTruth({ run, artifacts, urlOf, identity }: WithTruthProps) {
  const blocks = useRunBlocks(run.id)
  const { opening, retry } = useTruth(identity.sha256, identity.name)
  if (opening.state === 'failed') {
    return <LoadError title={texts.lab.marksCantBeRead} message={opening.message} onRetry={retry} />
  }
  if (opening.state === 'reading' || blocks.graph === null) return <Loader size="sm" color="gray" m="xl" />
  const measures = blocks.graph.nodes.some((n) => n.type === 'measure')
  if (!measures) return <NotHere run={run} {...texts.lab.noPlaces} icon={<IconRuler2 size={24} stroke={1.6} />} />
  return (
    <ClassColors value={blocks.colorOf}>
      <LabView
        run={run}
        artifacts={artifacts}
        urlOf={urlOf}
        blocks={blocks}
        session={opening.session}
        untilS={identity.untilS}
      />
    </ClassColors>
  )
}

function NotHere({ run, title, text, icon }: { run: WorkflowRun; title: string; text: string; icon?: ReactNode }) {
  return (
    <Empty
      icon={icon ?? <IconTargetArrow size={24} stroke={1.6} />}
      title={title}
      action={
        <>
          <Button onClick={() => navigate({ screen: 'run', runId: run.id })}>{texts.lab.backToRun}</Button>
          <GuideLink page="accuracy" />
        </>
      }
    >
      {text}
    </Empty>
  )
}

function Trail({ run, runId }: { run: WorkflowRun | null; runId: string }) {
  const { name } = useLabelsOf(runId)
  return (
    <>
      <a className={runClasses.trail} href={hrefOf({ screen: 'runs' })}>
        {texts.lab.runs}
      </a>
      <span className={runClasses.slash}>/</span>
      <a className={runClasses.trail} href={hrefOf({ screen: 'run', runId })}>
        {name ?? run?.workflow_name ?? '…'}
      </a>
      <span className={runClasses.slash}>/</span>
      {texts.lab.title}
    </>
  )
}
