/** The window: the rail on the left, the current screen on the right, and a banner when the host is unreachable. */

import { Button, Code, Loader } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { Component, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { paletteStore } from '../base/commands/palette-items.ts'
import { useConnection, useConnectionState } from '../base/host/connection-context.ts'
import { useHost } from '../base/host/host-context.ts'
import { useServerState } from '../base/host/server-state.tsx'
import { hrefOf, type Route, useRoute } from '../base/navigation/route.ts'
import { GetModelDialog } from '../parts/model/get-model/get-model-dialog.tsx'
import { ModelInputDialog } from '../parts/model/model-input/model-input-dialog.tsx'
import { useFreshLabels } from '../parts/run/labels/use-labels.ts'
import { useLiveUnread } from '../parts/studio/notifications/use-live-unread.ts'
import { GuidedTour } from '../parts/studio/tour/guided-tour.tsx'
import { ActivityScreen } from '../screens/activity/activity-screen.tsx'
import { BatchScreen } from '../screens/batch/batch-screen.tsx'
import { BatchesScreen } from '../screens/batch/list/batches-screen.tsx'
import { EvaluationsScreen } from '../screens/evaluations/list/evaluations-screen.tsx'
import { useGuideKey } from '../screens/guide/use-guide-key.ts'
import { HomeScreen } from '../screens/home/home-screen.tsx'
import { messageText } from '../texts/message-text.ts'
import { texts } from '../texts/texts.ts'
import { useNativeMenu } from './native-menu.ts'
import { CommandPalette } from './palette/command-palette.tsx'
import { Rail } from './rail.tsx'
import { ModelsScreen } from './registry/models.tsx'
import { RunsScreen } from './registry/runs.tsx'
import { SettingsScreen } from './registry/settings.tsx'
import { useRunEndNotices } from './run-end-notices.ts'
import classes from './shell.module.css'

const editor = () => import('./registry/editor.tsx')
const run = () => import('./registry/run.tsx')
const EditorScreen = lazy(async () => ({ default: (await editor()).EditorScreen }))
const LabScreen = lazy(async () => ({ default: (await import('../screens/lab/lab-screen.tsx')).LabScreen }))
const RunScreen = lazy(async () => ({ default: (await run()).RunScreen }))
const GuideScreen = lazy(async () => ({ default: (await import('../screens/guide/guide-screen.tsx')).GuideScreen }))
const DeploymentsScreen = lazy(async () => ({
  default: (await import('../screens/deployments/list/deployments-screen.tsx')).DeploymentsScreen,
}))
const DeploymentScreen = lazy(async () => ({
  default: (await import('../screens/deployments/page/deployment-screen.tsx')).DeploymentScreen,
}))
const DatasetsScreen = lazy(async () => ({
  default: (await import('../screens/data/list/datasets-screen.tsx')).DatasetsScreen,
}))
const DatasetScreen = lazy(async () => ({
  default: (await import('../screens/data/dataset/dataset-screen.tsx')).DatasetScreen,
}))
const ImageScreen = lazy(async () => ({
  default: (await import('../screens/data/image/image-screen.tsx')).ImageScreen,
}))
const CompareScreen = lazy(async () => ({
  default: (await import('../screens/compare/compare-screen.tsx')).CompareScreen,
}))
const EvaluationScreen = lazy(async () => ({
  default: (await import('../screens/evaluations/evaluation/evaluation-screen.tsx')).EvaluationScreen,
}))
const CompareEvaluationsScreen = lazy(async () => ({
  default: (await import('../screens/evaluations/compare/compare-evaluations-screen.tsx')).CompareEvaluationsScreen,
}))
const ModelScreen = lazy(async () => ({
  default: (await import('./registry/model.tsx')).ModelScreen,
}))

export function Shell() {
  const route = useRoute()
  useNativeMenu()
  useRunEndNotices()
  useFreshLabels()
  useLiveUnread()
  useGuideKey()
  useEffect(loadAhead, [])
  const key = screenKey(route)
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  const beforeGuide = useRef('#/')
  if (route.screen !== 'guide') beforeGuide.current = hrefOf(route)

  // A screen change moves the focus to the new screen for keyboard and screen reader users, unless they type in the palette.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the screen
  useEffect(() => {
    if (first.current) first.current = false
    else if (!paletteStore.getState().open) main.current?.focus({ preventScroll: true })
  }, [key])

  return (
    <div className={classes.shell}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        {texts.shell.shell.skip}
      </button>
      <GuidedTour route={route} />
      <Rail route={route} />
      <div className={classes.column}>
        <ConnectionBanner />
        <main id="content" ref={main} tabIndex={-1} className={classes.main}>
          <ErrorBoundary resetKey={key}>
            <Suspense fallback={<Loader className={classes.loading} size="sm" color="gray" />}>
              <Screen key={key} route={route} beforeGuide={beforeGuide.current} />
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
      <CommandPalette />
      <GetModelDialog />
      <ModelInputDialog />
    </div>
  )
}

/** Loads the screens that are likely to be opened next while the page is idle. */
function loadAhead() {
  const load = () => void Promise.allSettled([editor(), run()])
  // Safari and the tests' document have no requestIdleCallback.
  if (!window.requestIdleCallback) return
  const waiting = window.requestIdleCallback(load, { timeout: 3_000 })
  return () => window.cancelIdleCallback(waiting)
}

/**
 * Another block of the same workflow keeps the editor mounted, another page of the guide its list of pages, other filters of a
 * data set its grid, the next image its page, and swapping two compared runs the comparison.
 */
function screenKey(route: Route): string {
  if (route.screen === 'editor') return `editor ${route.workflowId}`
  if (route.screen === 'guide') return 'guide'
  if (route.screen === 'compare') return `compare ${[route.runA, route.runB].sort().join(' ')}`
  if (route.screen === 'evaluations') return 'evaluations'
  if (route.screen === 'dataset') return `dataset ${route.datasetId}`
  if (route.screen === 'image') return `image ${route.datasetId}`
  return hrefOf(route)
}

function Screen({ route, beforeGuide }: { route: Route; beforeGuide: string }) {
  switch (route.screen) {
    case 'home':
      return <HomeScreen />
    case 'editor':
      return <EditorScreen workflowId={route.workflowId} nodeId={route.nodeId} field={route.field} />
    case 'runs':
      return <RunsScreen />
    case 'lab':
      return <LabScreen runId={route.runId} />
    case 'run':
      return <RunScreen runId={route.runId} />
    case 'compare':
      return <CompareScreen runA={route.runA} runB={route.runB} />
    case 'batches':
      return <BatchesScreen />
    case 'batch':
      return <BatchScreen batchId={route.batchId} />
    case 'models':
      return <ModelsScreen />
    case 'model':
      return <ModelScreen modelId={route.modelId} />
    case 'evaluations':
      return <EvaluationsScreen modelId={route.modelId} />
    case 'evaluation':
      return <EvaluationScreen evaluationId={route.evaluationId} />
    case 'compare-evaluations':
      return <CompareEvaluationsScreen evaluationA={route.evaluationA} evaluationB={route.evaluationB} />
    case 'datasets':
      return <DatasetsScreen />
    case 'dataset':
      return <DatasetScreen datasetId={route.datasetId} page={route.page} query={route.query ?? ''} />
    case 'image':
      return <ImageScreen datasetId={route.datasetId} imageId={route.imageId} query={route.query ?? ''} />
    case 'deployments':
      return <DeploymentsScreen />
    case 'deployment':
      return <DeploymentScreen deploymentId={route.deploymentId} />
    case 'activity':
      return <ActivityScreen page={route.page} />
    case 'settings':
      return <SettingsScreen page={route.page} />
    case 'guide':
      return <GuideScreen page={route.page} section={route.section} backTo={beforeGuide} />
  }
}

const words = texts.shell.connectionBanner

/** The banner shown while the page reconnects, while this browser is signed out, or while its server fails. */
function ConnectionBanner() {
  const connection = useConnection()
  const { status, signInUrl } = useConnectionState()
  if (status !== 'lost' && status !== 'signed_out') return <ServerBanner />
  return (
    <div className={classes.banner} role="alert">
      <IconPlugConnectedX size={16} stroke={1.8} aria-hidden />
      <span>{status === 'lost' ? words.lost : signInUrl === null ? words.signedOut : words.sessionOver}</span>
      {signInUrl !== null && (
        <Button component="a" href={signInUrl} target="_blank" variant="default" size="compact-xs">
          {words.signIn}
        </Button>
      )}
      <Button variant="default" size="compact-xs" onClick={connection.retry}>
        {texts.ui.words.tryNow}
      </Button>
    </div>
  )
}

/** Runs continue on a server that this computer can't reach. */
function ServerBanner() {
  const { studio } = useHost()
  const { server, check } = useServerState()
  const [busy, setBusy] = useState(false)
  if (!server || !check?.problem) return null
  const retry = () => {
    setBusy(true)
    void studio
      .checkServer({})
      .catch(() => {})
      .finally(() => setBusy(false))
  }
  return (
    <div className={classes.banner} role="alert">
      <IconPlugConnectedX size={16} stroke={1.8} aria-hidden />
      <span>{words.server(server.name, messageText(check.problem))}</span>
      {server.signed_in && check.problem.code === 'key' && (
        <Button component="a" href={hrefOf({ screen: 'settings' })} variant="default" size="compact-xs">
          {words.signIn}
        </Button>
      )}
      <Button variant="default" size="compact-xs" loading={busy} onClick={retry}>
        {texts.ui.words.tryNow}
      </Button>
    </div>
  )
}

interface Props {
  /** A change resets the boundary, so that another screen does not show this one's error. */
  resetKey: string
  children: ReactNode
}

/** Catches rendering errors of a screen, so that the rest of the app stays usable. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidUpdate(before: Props) {
    if (before.resetKey !== this.props.resetKey && this.state.error) this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <div className={classes.fault} role="alert">
        <h1>{texts.shell.errorBoundary.title}</h1>
        <p>{texts.shell.errorBoundary.safe}</p>
        <Code block>{error.message}</Code>
        <Button onClick={() => this.setState({ error: null })}>{texts.ui.words.tryAgain}</Button>
      </div>
    )
  }
}
