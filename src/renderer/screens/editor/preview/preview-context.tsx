/** The context that gives blocks, the panel and the drawing dialog access to the preview of the open workflow. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { MAX_PREVIEW_S } from '../../../../shared/engine-contract/preview.ts'
import { whyLeftOut } from '../../../../shared/graph/previewable.ts'
import type { LiveMoment } from '../../../parts/workflow/geometry/live-moment.ts'
import { messageText } from '../../../texts/message-text.ts'
import { useSession } from '../session/editor-context.ts'
import { nodeView, trails } from './node-view.ts'
import { createPreviewController, type PreviewController, type PreviewState } from './preview-controller.ts'
import { createScenes, type Scenes } from './scene.ts'

const PreviewContext = createContext<{ controller: PreviewController; scenes: Scenes } | null>(null)

export function PreviewProvider({ children }: { children: ReactNode }) {
  const session = useSession()
  const [made, setMade] = useState<{ controller: PreviewController; scenes: Scenes } | null>(null)
  useEffect(() => {
    const controller = createPreviewController(session.host, session.documents, session.resources)
    const scenes = createScenes(controller.store)
    setMade({ controller, scenes })
    return () => {
      scenes.stop()
      controller.stop()
    }
  }, [session])
  return <PreviewContext value={made}>{children}</PreviewContext>
}

/** Null outside the editor. */
export const usePreviewController = (): PreviewController | null => useContext(PreviewContext)?.controller ?? null

/** Null outside the editor. */
export const useScenes = (): Scenes | null => useContext(PreviewContext)?.scenes ?? null

export const usePreview = <T,>(controller: PreviewController, select: (state: PreviewState) => T): T =>
  useStore(controller.store, select)

const ALONE = createStore<PreviewState>()(() => ({
  atS: 0,
  windowS: 0,
  frame: 0,
  busy: false,
  answer: null,
  attempt: 0,
  problem: null,
}))

/** The preview of the open workflow for the drawing dialog. */
export function usePreviewMoment(nodeId: string, live: boolean): LiveMoment {
  const controller = usePreviewController()
  const state = useStore(controller?.store ?? ALONE)
  const [ownTime, setOwnTime] = useState(0)
  useEffect(() => (controller && live ? controller.watch(MAX_PREVIEW_S) : undefined), [controller, live])

  const atS = controller ? state.atS : ownTime
  const answer = live && state.answer?.atS === atS ? state.answer : null
  const view = useMemo(() => answer && nodeView(answer, nodeId, state.frame), [answer, nodeId, state.frame])
  const paths = useMemo(() => (answer ? trails(answer, nodeId, state.frame) : []), [answer, nodeId, state.frame])
  const isLeftOut = view?.state === 'left_out'
  const why = useMemo(
    () => (answer && isLeftOut ? whyLeftOut(answer.graph, nodeId) : null),
    [answer, isLeftOut, nodeId],
  )
  return {
    timeS: answer?.preview.frames[state.frame]?.time_s ?? atS,
    atS,
    lookAt: controller?.lookAt ?? setOwnTime,
    frames: answer && answer.preview.frames.length > 1 ? answer.preview.frames.length : 0,
    frame: state.frame,
    showFrame: (index) => controller?.showFrame(index),
    detections: view?.kept ?? [],
    trails: paths,
    counts: answer && answer.windowS > 0 ? answer.preview.counts : null,
    state: !controller || !live ? 'off' : state.busy ? 'busy' : isLeftOut ? 'left_out' : 'shown',
    why: why && messageText(why),
    problem: live ? (state.problem?.message ?? null) : null,
  }
}
