/** Draws the lines and zones of a measure block over a frame, read-only. */
import type { Geometry } from '../../../../shared/blocks/measure.ts'
import { firstGeometryOf, geometryColor } from '../../../../shared/domain/geometry-color.ts'
import type { FrameSize } from '../../../parts/studio/media-frame/media-frame.tsx'
import classes from '../../../parts/studio/media-frame/overlay.module.css'
import { ShapeView } from '../../../parts/workflow/geometry/shape-view.tsx'
import type { Answer } from './preview-controller.ts'

export interface ColoredGeometry extends Geometry {
  color: string
}

interface GeometryOverlayProps {
  geometries: readonly ColoredGeometry[]
  size: FrameSize
  /** Thicker strokes for a small frame. */
  small: boolean
}

export function GeometryOverlay({ geometries, size, small }: GeometryOverlayProps) {
  const units = { width: (1000 * size.width) / size.height, height: 1000 }
  return (
    <svg className={classes.geometries} viewBox={`0 0 ${units.width} ${units.height}`} aria-hidden="true">
      {geometries.map((geometry) => (
        <ShapeView
          key={geometry.name}
          geometry={geometry}
          color={geometry.color}
          units={units}
          zoom={small ? 0.5 : 1}
        />
      ))}
    </svg>
  )
}

/** Returns the geometries of a block as previewed, in the colours of a run. */
export function geometriesOf({ graph }: Answer, nodeId: string): readonly ColoredGeometry[] {
  const geometries = graph.nodes.find((n) => n.id === nodeId)?.config.geometries
  if (!Array.isArray(geometries)) return []
  const first = firstGeometryOf(graph.nodes, nodeId)
  return (geometries as Geometry[]).map((g, i) => ({ ...g, color: geometryColor(first + i) }))
}
