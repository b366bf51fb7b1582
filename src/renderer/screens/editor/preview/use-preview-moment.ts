/** The preview of the open workflow for the drawing dialog. */
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { MAX_PREVIEW_S } from '../../../../shared/engine-contract/preview.ts'
import { whyLeftOut } from '../../../../shared/graph/previewable.ts'
import type { LiveMoment } from '../../../parts/workflow/geometry/live-moment.ts'
import { messageText } from '../../../texts/message-text.ts'
import { nodeView, trails } from './node-view.ts'
import { usePreviewController } from './preview-context.tsx'
import type { PreviewState } from './preview-controller.ts'

const ALONE = createStore<PreviewState>()(() => ({
  atS: 0,
  windowS: 0,
  frame: 0,
  busy: false,
  answer: null,
  attempt: 0,
  problem: null,
}))

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
