/** The scene of a run: its lines and zones, how its classes are drawn, and the layers of the overlay. */

import type { Geometry } from '../../../../shared/blocks/measure.ts'
import { type ClassStyle, classColor, classStyles } from '../../../../shared/domain/class-color.ts'
import { geometryColor } from '../../../../shared/domain/geometry-color.ts'
import { own } from '../../../../shared/domain/own.ts'
import type { Graph } from '../../../../shared/graph/graph.ts'
import { texts } from '../../../texts/texts.ts'

export interface SceneGeometry {
  nodeId: string
  kind: Geometry['kind']
  name: string
  /** Fractions of the frame. */
  points: readonly (readonly [number, number])[]
  color: string
}

export interface RunScene {
  geometries: readonly SceneGeometry[]
  /** By class name, from the run's models; classes without a chosen colour get one that no other class has. */
  styles: Readonly<Record<string, ClassStyle>>
  /** The settings of the first visualize block; empty when there is none. */
  drawing: Readonly<Record<string, unknown>>
}

export const EMPTY_SCENE: RunScene = { geometries: [], styles: {}, drawing: {} }

/** Builds the scene of a graph as it was run; configs may omit defaults. `classNames`: classes of the run's models. */
export function sceneOf(graph: Graph | null, classNames: readonly string[] = []): RunScene {
  if (!graph) return EMPTY_SCENE
  const shapes = graph.nodes
    .filter((n) => n.type === 'measure')
    .flatMap(({ id, config }) => listOf<Geometry>(config.geometries).map((g) => ({ nodeId: id, ...g })))
  const geometries = shapes.map(({ nodeId, kind, name, points }, i) => {
    return { nodeId, kind, name, points, color: geometryColor(i) }
  })
  const models = graph.nodes.filter((n) => n.type === 'model')
  const chosen: Record<string, ClassStyle> = Object.fromEntries(
    models.flatMap((m) => Object.entries(m.config.draw ?? {})),
  )
  const styles = classStyles(classNames, chosen)
  return { geometries, styles, drawing: graph.nodes.find((n) => n.type === 'visualize')?.config ?? {} }
}

const listOf = <T>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : [])

const styleOf = (scene: Pick<RunScene, 'styles'>, className: string): ClassStyle | undefined =>
  own(scene.styles, className)
export const colorOf = (scene: Pick<RunScene, 'styles'>, className: string): string =>
  styleOf(scene, className)?.color ?? classColor(className)
export const nameOf = (scene: RunScene, className: string): string => styleOf(scene, className)?.label || className

export const geometryKey = (nodeId: string, name: string): string => `${nodeId}\n${name}`

/** The layers of the overlay, and which of them are drawn. */
export const LAYERS = ['boxes', 'labels', 'confidence', 'masks', 'keypoints', 'trails', 'geometries'] as const
export type Layer = (typeof LAYERS)[number]

export const LAYER_TITLES: Record<Layer, string> = {
  boxes: texts.runs.inspector.layers.boxes,
  labels: texts.runs.inspector.layers.labels,
  confidence: texts.runs.inspector.layers.confidence,
  masks: texts.runs.inspector.layers.masks,
  keypoints: texts.runs.inspector.layers.keypoints,
  trails: texts.runs.inspector.layers.trails,
  geometries: texts.runs.inspector.layers.geometries,
}

export interface Drawn {
  layers: Readonly<Record<Layer, boolean>>
  /** Seconds of path drawn behind each object. */
  trailS: number
  hiddenClasses: ReadonlySet<string>
  trackId: number | null
}
