/** Zoom and pan with keys and buttons. */
import { useCallback } from 'react'
import type { Point, Size } from '../../../../shared/domain/geometry.ts'
import { panBy, WHOLE, zoomAt, zoomToPoints } from '../overlay/view.ts'
import type { PlayerCommand } from '../player/player-keys.ts'
import type { Inspection } from './use-inspection.ts'

/** Distance that one key press pans, in CSS pixels. */
const PAN_PX = 60
const ZOOM_STEP = 1.4

interface ViewCommands {
  /** Executes a view command; returns false for every other command. */
  obeyView(command: PlayerCommand): boolean
  /** Zooms in on these points, given as fractions of the frame. */
  zoomTo(points: readonly Point[]): void
}

/** @param box element that contains the stage; if two stages share a view, the first one is used */
export function useViewCommands(
  { inspector, frame }: Inspection,
  box: { readonly current: HTMLElement | null },
): ViewCommands {
  const sizeOf = useCallback((): Size => {
    const stage = box.current?.querySelector('[data-stage]')
    return { width: stage?.clientWidth || 1, height: stage?.clientHeight || 1 }
  }, [box])
  const obeyView = useCallback(
    (command: PlayerCommand): boolean => {
      const size = sizeOf()
      const middle = { x: size.width / 2, y: size.height / 2 }
      switch (command.do) {
        case 'zoom':
          inspector.setView((v) => zoomAt(v, ZOOM_STEP ** command.steps, middle, size, frame))
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
    [inspector, frame, sizeOf],
  )
  const zoomTo = useCallback(
    (points: readonly Point[]) => inspector.setView(() => zoomToPoints(points, sizeOf(), frame)),
    [inspector, frame, sizeOf],
  )
  return { obeyView, zoomTo }
}
