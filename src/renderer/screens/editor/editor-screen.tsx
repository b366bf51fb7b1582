/** The graph editor of one workflow. */
import { Button, Loader, Text, Title, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { ReactFlowProvider } from '@xyflow/react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { classesOfGraph } from '../../../shared/graph/class-names.ts'
import { useMenuCommands } from '../../base/commands/menu-commands.ts'
import { useExtensions } from '../../base/extensions/extensions.ts'
import { useHost } from '../../base/host/host-context.ts'
import { navigate } from '../../base/navigation/route.ts'
import { useSettings } from '../../base/settings/settings-context.tsx'
import { ClassColors } from '../../base/ui/class-colors.ts'
import { useTitle } from '../../base/ui/page.tsx'
import { toastInfo } from '../../base/ui/toast.tsx'
import { colorOf, sceneOf } from '../../parts/run/overlay/run-scene.ts'
import { findNode } from '../../parts/workflow/document/document.ts'
import { makeProposedEdits, type ProposedEdit } from '../../parts/workflow/document/proposed-edits.ts'
import { LiveMomentContext } from '../../parts/workflow/geometry/live-moment.ts'
import { texts } from '../../texts/texts.ts'
import { Canvas } from './canvas/canvas.tsx'
import { ContextMenu } from './canvas/context-menu.tsx'
import { QuickAdd } from './canvas/quick-add.tsx'
import { useCamera } from './canvas-state/camera.ts'
import { commandOf } from './commands/command-list.ts'
import { useEditorItems } from './commands/editor-items.tsx'
import { ConflictDialog, KeySheetDialog, VersionsDialog } from './dialogs.tsx'
import type { DocumentStore } from './document/document-store.ts'
import classes from './editor-screen.module.css'
import { DropZone, UploadStatus } from './files/upload.tsx'
import { Outline } from './outline/outline.tsx'
import { RunAnnouncer } from './outline/run-announcer.tsx'
import { Palette, PaletteGhost } from './palette/palette.tsx'
import { ConfigPanel } from './panels/config-panel.tsx'
import { Dock } from './panels/dock.tsx'
import { PreviewProvider, usePreviewMoment } from './preview/preview-context.tsx'
import { createActions } from './session/actions.ts'
import { ControlsContext, EditorContext, useDocument, useResources } from './session/editor-context.ts'
import { createFileActions } from './session/file-actions.ts'
import { classesOf } from './session/resources.ts'
import { useRunEnd } from './session/run-store.ts'
import { type EditorSession, openSession } from './session/session.ts'
import { resetUi, setUi, useUi } from './session/ui-store.ts'
import { useShortcuts } from './shortcuts.ts'
import { isShown, useFoldingPanels, useRememberedOutline } from './side-panels/side-panels.tsx'
import { Toolbar } from './toolbar/toolbar.tsx'

type Opening = { session: EditorSession } | { problem: string } | null

/** Provides the class colours that a run of the open graph would use. */
function EditorClassColors({ children }: { children: ReactNode }) {
  const models = useResources((s) => s.models)
  const graph = useDocument((s) => s.doc.graph)
  const { styles } = sceneOf(
    graph,
    classesOfGraph(graph, (model) => classesOf(models, model)),
  )
  // Most edits change no colour; a stable key avoids rendering again.
  const key = JSON.stringify(styles)
  const colors = useMemo(() => {
    const scene = { styles: JSON.parse(key) }
    return (name: string) => colorOf(scene, name)
  }, [key])
  return <ClassColors value={colors}>{children}</ClassColors>
}

interface EditorScreenProps {
  workflowId: string
  /** The block to select and show, as requested by a link from a failed run. */
  nodeId?: string | undefined
  /** The setting of this block that gets the focus. */
  field?: string | undefined
}

export function EditorScreen({ workflowId, nodeId, field }: EditorScreenProps) {
  const host = useHost()
  const [attempt, setAttempt] = useState(0)
  const [opening, setOpening] = useState<Opening>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reopens the workflow
  useEffect(() => {
    let session: EditorSession | null = null
    let left = false
    setOpening(null)
    resetUi()
    openSession(host, workflowId).then(
      (opened) => {
        if (left) return opened.stop()
        session = opened
        setOpening({ session: opened })
      },
      (error: unknown) => {
        if (!left) setOpening({ problem: error instanceof Error ? error.message : String(error) })
      },
    )
    return () => {
      left = true
      session?.stop()
    }
  }, [host, workflowId, attempt])

  if (opening === null)
    return (
      <Loader className={classes.opening} size="sm" color="gray" role="img" aria-label={texts.editor.screen.opening} />
    )
  if ('problem' in opening) return <NotOpened problem={opening.problem} onRetry={() => setAttempt(attempt + 1)} />
  return (
    <EditorContext value={opening.session}>
      <ReactFlowProvider>
        <PreviewProvider>
          <LiveMomentContext value={usePreviewMoment}>
            <EditorClassColors>
              <Editor session={opening.session} nodeId={nodeId} field={field} />
            </EditorClassColors>
          </LiveMomentContext>
        </PreviewProvider>
      </ReactFlowProvider>
    </EditorContext>
  )
}

/**
 * Applies the changes that other screens propose to the workflow, each as one undoable edit.
 * Returns a function to call when the editor closes.
 */
const acceptProposedEdits = (workflowId: string, documents: DocumentStore): (() => void) =>
  makeProposedEdits(workflowId, ({ label, change, done, nothing }: ProposedEdit) => {
    const { doc, run } = documents.getState()
    const graph = change(doc.graph)
    const changes = JSON.stringify(graph) !== JSON.stringify(doc.graph)
    if (changes) run({ type: 'replace', document: { ...doc, graph }, why: label })
    toastInfo(changes ? done : nothing)
  })

interface EditorProps {
  session: EditorSession
  nodeId: string | undefined
  field: string | undefined
}

function Editor({ session, nodeId, field }: EditorProps) {
  const camera = useCamera()
  const extensions = useExtensions()
  const controls = useMemo(() => {
    const actions = createActions(session, camera, extensions)
    return { actions, camera, files: createFileActions(session, actions) }
  }, [session, camera, extensions])
  const palette = useUi((s) => isShown(s, 'palette'))
  const middle = useRef<HTMLDivElement>(null)
  useFoldingPanels(middle)
  const announcement = useDocument((s) => s.announcement)
  const name = useDocument((s) => s.doc.name)
  useTitle(name)
  const context = useShortcuts(session, controls)
  const changes = useSettings().settings.shortcuts ?? {}
  useEditorItems(context, changes)
  useRememberedOutline()
  useSafeLeaving(session)
  useRunEnd(session, controls)
  const { actions } = controls
  const act = (id: string) => () => commandOf(id).act(context())
  useMenuCommands({
    open: act('open-file'),
    save_as: act('save-file'),
    save: act('save'),
    undo: act('undo'),
    redo: act('redo'),
    shortcuts: act('keys'),
  })
  useEffect(() => acceptProposedEdits(session.workflowId, session.documents), [session])
  useEffect(() => {
    if (nodeId === undefined || !findNode(session.documents.getState().doc.graph, nodeId)) return
    actions.showNode(nodeId)
    if (field !== undefined) setUi({ focusField: { nodeId, field } })
  }, [nodeId, field, session, actions])
  useEffect(() => {
    if (!session.restored) return
    notifications.show({
      id: `restored-${session.workflowId}`,
      title: texts.editor.screen.backTitle,
      message: texts.editor.screen.backText,
    })
  }, [session])

  return (
    <ControlsContext value={controls}>
      <DropZone>
        <VisuallyHidden component="h1">{name}</VisuallyHidden>
        <Toolbar />
        <div className={classes.middle} ref={middle}>
          {palette && <Palette />}
          <Outline />
          <div className={classes.centre}>
            <Canvas />
            <Dock />
          </div>
          <ConfigPanel />
        </div>
        <UploadStatus />
        <PaletteGhost />
        <QuickAdd />
        <ContextMenu context={context} />
        <KeySheetDialog />
        <VersionsDialog />
        <ConflictDialog />
        <RunAnnouncer />
        <VisuallyHidden role="status" aria-live="polite">
          {announcement}
        </VisuallyHidden>
      </DropZone>
    </ControlsContext>
  )
}

/** Saves when the page is hidden, and checks for new models when it is visible again. */
function useSafeLeaving(session: EditorSession) {
  useEffect(() => {
    const stop = new AbortController()
    const flush = () => {
      session.history.flush()
      void session.autosave.flush()
    }
    const onVisibility = () => {
      if (document.hidden) flush()
      else void session.resources.getState().refreshModels()
    }
    const onPageHide = () => {
      // Names and notes enter the document when their field loses focus.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      flush()
    }
    window.addEventListener('pagehide', onPageHide, { signal: stop.signal })
    document.addEventListener('visibilitychange', onVisibility, { signal: stop.signal })
    return () => stop.abort()
  }, [session])
}

function NotOpened({ problem, onRetry }: { problem: string; onRetry(): void }) {
  return (
    <div className={classes.opening} role="alert">
      <Title order={2}>{texts.editor.screen.cannotOpen}</Title>
      <Text size="sm" c="dimmed" maw={420} ta="center">
        {problem}
      </Text>
      <div className={classes.choices}>
        <Button variant="default" onClick={() => navigate({ screen: 'home' })}>
          {texts.editor.screen.toWorkflows}
        </Button>
        <Button onClick={onRetry}>{texts.ui.words.tryAgain}</Button>
      </div>
    </div>
  )
}
