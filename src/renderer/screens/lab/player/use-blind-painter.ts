/** Paints the overlay of blind marking: the line or zone and its sides, but none of the run's results. */
import { useMemo } from 'react'
import type { Size } from '../../../../shared/domain/geometry.ts'
import type { Paint } from '../../../parts/run/inspector/use-painter.ts'
import { paintGeometries } from '../../../parts/run/overlay/paint-geometries.ts'
import { Pen } from '../../../parts/run/overlay/pen.ts'
import type { SceneGeometry } from '../../../parts/run/overlay/run-scene.ts'
import type { Playback } from '../../../parts/run/player/playback.ts'

export const useBlindPainter = (playback: Playback, place: SceneGeometry | null, frame: Size): Paint =>
  useMemo(
    () =>
      ({ context, placement, size, element, font }) => {
        element.style.opacity = ''
        element.dataset.timeS = (playback.shownFrame() ?? playback.getTime()).toFixed(6)
        if (place) paintGeometries(new Pen(context, placement, size.width, size.height, font), [place], frame)
      },
    [playback, place, frame],
  )
