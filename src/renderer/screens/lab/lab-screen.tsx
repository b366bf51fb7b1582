/** The accuracy lab of a run: the user watches the video, marks events, and sees how accurate the counts are. */

import { Button, Loader } from '@mantine/core'
import { IconArrowLeft, IconRuler2, IconTargetArrow } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { Artifact, WorkflowRun } from '../../../shared/domain/run.ts'
import { GuideLink } from '../../base/guide/guide-link.tsx'
import { useHost } from '../../base/host/host-context.ts'
import { hrefOf, navigate } from '../../base/navigation/route.ts'
import { useWindowFocus } from '../../base/navigation/use-window-focus.ts'
import { ClassColors } from '../../base/ui/class-colors.ts'
import { errorText } from '../../base/ui/error-text.ts'
import { Empty, LoadError, Page, useTitle } from '../../base/ui/page.tsx'
import { useResource } from '../../base/ui/resource.tsx'
import { useLabelsOf } from '../../parts/run/labels/use-labels.ts'
import runClasses from '../../parts/run/progress/run-page.module.css'
import { useRun } from '../../parts/run/progress/use-run.ts'
import { useRunBlocks } from '../../parts/run/progress/use-run-blocks.ts'
import { texts } from '../../texts/texts.ts'
import { LabView } from './lab-view.tsx'
import { openTruth, type TruthSession } from './truth/open-truth.ts'

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

/** Identifies the video of a run by the content hash in the run's manifest. */
interface MediaIdentity {
  /** Null when the run recorded none. */
  sha256: string | null
  name: string
  /** The run processed this much of the video from its start; null for all of it. */
  untilS: number | null
}

function useMediaIdentity(artifacts: readonly Artifact[], urlOf: (artifact: Artifact) => string) {
  const manifest = artifacts.find((a) => a.kind === 'manifest')
  const url = manifest ? urlOf(manifest) : null
  const load = useCallback(async (): Promise<MediaIdentity> => {
    if (url === null) return { sha256: null, name: '', untilS: null }
    const response = await fetch(url)
    if (!response.ok) throw new Error(String(response.status))
    return identityOf(await response.json())
  }, [url])
  return useResource(load)
}

/** Reads the identity from a parsed manifest; only videos have times to mark. */
export function identityOf(manifest: unknown): MediaIdentity {
  const { source, settings } = (manifest ?? {}) as {
    source?: { kind?: unknown; name?: unknown; sha256?: unknown }
    settings?: { duration_s?: unknown }
  }
  const isVideo = source?.kind === 'video' && typeof source.sha256 === 'string'
  return {
    sha256: isVideo && /^[0-9a-f]{64}$/.test(String(source.sha256)) ? String(source.sha256) : null,
    name: typeof source?.name === 'string' ? source.name : '',
    untilS: typeof settings?.duration_s === 'number' ? settings.duration_s : null,
  }
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

type TruthOpening =
  | { state: 'reading' }
  | { state: 'failed'; message: string }
  | { state: 'open'; session: TruthSession }

/** The truth of one video: loaded once, edited here, saved by the host. @param sha256 null while unknown */
function useTruth(sha256: string | null, name: string) {
  const host = useHost()
  const [opening, setOpening] = useState<TruthOpening>({ state: 'reading' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    if (sha256 === null) return
    let left = false
    let stop = () => {}
    setOpening({ state: 'reading' })
    openTruth(host, { sha256, name }).then(
      (session) => {
        if (left) return void session.stop()
        setOpening({ state: 'open', session })
        const flush = () => void session.flush()
        window.addEventListener('pagehide', flush)
        stop = () => {
          window.removeEventListener('pagehide', flush)
          void session.stop()
        }
      },
      (error: unknown) => !left && setOpening({ state: 'failed', message: errorText(error) }),
    )
    return () => {
      left = true
      stop()
    }
  }, [host, sha256, name, attempt])

  // Shows the marks of other windows when this one gets the focus; after a failure, the next save merges them.
  useWindowFocus(() => {
    if (opening.state === 'open') opening.session.refresh().catch(() => {})
  })
  return { opening, retry: () => setAttempt((n) => n + 1) }
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
