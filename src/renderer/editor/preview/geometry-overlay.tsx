/** The lines and zones of a measure block over a frame, to look at. */
import type { Geometry } from '../../../shared/blocks/measure.ts'
import type { FrameSize } from '../../blocks/frame/media-frame.tsx'
import { ShapeView } from '../../blocks/geometry/shape-view.tsx'
import classes from './overlay.module.css'
import type { Answer } from './preview-controller.ts'

interface GeometryOverlayProps {
  geometries: readonly Geometry[]
  size: FrameSize
  /** Drawn stronger, to be seen on a small picture. */
  small: boolean
}

export function GeometryOverlay({ geometries, size, small }: GeometryOverlayProps) {
  const units = { width: (1000 * size.width) / size.height, height: 1000 }
  return (
    <svg className={classes.geometries} viewBox={`0 0 ${units.width} ${units.height}`} aria-hidden="true">
      {geometries.map((geometry) => (
        <ShapeView key={geometry.name} geometry={geometry} units={units} zoom={small ? 0.5 : 1} />
      ))}
    </svg>
  )
}

/** What is drawn in a block, as it was looked at. */
export function geometriesOf({ graph }: Answer, nodeId: string): readonly Geometry[] {
  const geometries = graph.nodes.find((n) => n.id === nodeId)?.config.geometries
  return Array.isArray(geometries) ? (geometries as Geometry[]) : []
}
