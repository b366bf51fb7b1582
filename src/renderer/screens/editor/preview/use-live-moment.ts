/** The state of the drawing dialog's preview: the shown time and, while `live`, the block's detections and counts. */
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { RunCounts } from '../../../../shared/domain/event.ts'
import { MOST_PREVIEW_S, type PreviewDetection } from '../../../../shared/domain/preview.ts'
import { whyLeftOut } from '../../../../shared/graph/previewable.ts'
import { worded } from '../../../base/messages/sentences.ts'
import { nodeView, trails } from './node-view.ts'
import { usePreviewController } from './preview-context.tsx'
import type { PreviewState } from './preview-controller.ts'

export interface LiveMoment {
  /** Media time of the shown frame, seconds. */
  timeS: number
  /** Start of the preview window, media time in seconds. */
  atS: number
  lookAt(atS: number): void
  /** Number of frames in the window; 0 while there is none. */
  frames: number
  frame: number
  showFrame(index: number): void
  detections: readonly PreviewDetection[]
  trails: ReturnType<typeof trails>
  counts: RunCounts | null
  state: 'off' | 'busy' | 'shown' | 'left_out'
  /** Explains what the block still needs when the preview left it out. */
  why: string | null
  problem: string | null
}

const ALONE = createStore<PreviewState>()(() => ({
  atS: 0,
  windowS: 0,
  frame: 0,
  busy: false,
  answer: null,
  attempt: 0,
  problem: null,
}))

export function useLiveMoment(nodeId: string, live: boolean): LiveMoment {
  const controller = usePreviewController()
  const state = useStore(controller?.store ?? ALONE)
  const [ownTime, setOwnTime] = useState(0)
  useEffect(() => (controller && live ? controller.watch(MOST_PREVIEW_S) : undefined), [controller, live])

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
    why: why && worded(why.message),
    problem: live ? (state.problem?.message ?? null) : null,
  }
}
