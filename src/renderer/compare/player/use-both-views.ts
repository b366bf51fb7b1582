/** Zoom and pan keys for both pictures, which share one view. */
import { useCallback } from 'react'
import type { Inspection } from '../../runs/inspector/use-inspection.ts'
import { panBy, WHOLE, zoomAt } from '../../runs/inspector/view.ts'
import type { PlayerCommand } from '../../runs/player/player-keys.ts'

/** Part of the picture's shorter way that one press moves it by. */
const PAN_PX = 60

/** @returns obeys commands about the view, and says whether it was one. @param box that both pictures are in */
export function useBothViews({ inspector, frame }: Inspection, box: { readonly current: HTMLElement | null }) {
  return useCallback(
    (command: PlayerCommand): boolean => {
      const stage = box.current?.querySelector('[data-stage]')
      const size = { width: stage?.clientWidth || 1, height: stage?.clientHeight || 1 }
      switch (command.do) {
        case 'zoom':
          inspector.setView((v) =>
            zoomAt(v, 1.4 ** command.steps, { x: size.width / 2, y: size.height / 2 }, size, frame),
          )
          return true
        case 'pan':
          inspector.setView((v) => panBy(v, command.x * PAN_PX, command.y * PAN_PX, size, frame))
          return true
        case 'whole':
          inspector.setView(() => WHOLE)
          return true
        default:
          return false
      }
    },
    [inspector, frame, box],
  )
}
