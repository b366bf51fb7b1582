/** What a config form knows beyond the config itself. */
import type { FieldUi } from '../../shared/blocks/block.ts'
import type { Geometry } from '../../shared/blocks/measure.ts'
import type { PickedSource } from '../../shared/bridge/studio.ts'

export interface FormContext {
  nodeId: string
  /** The video or image of the workflow's source block, when one is chosen. */
  source: PickedSource | null
  /** Class names that can reach this block; empty when no model upstream says. */
  classes: readonly string[]
  /** Opens the host's way to choose a video or image for the source block. */
  chooseSource?: (() => void) | undefined
  /** What the source reads has changed although its settings have not: a data set got images. */
  mediaChanged?: (() => void) | undefined
  /** How long the block took for a frame in its last run, milliseconds. */
  msPerFrame?: number | null | undefined
  /** Lines and zones of the measure blocks before this one: colours count on from them. */
  geometriesBefore?: number | undefined
  /** Other blocks that a line or zone of this one can be copied to. */
  copyTargets?: readonly { nodeId: string; title: string }[] | undefined
  copyGeometry?: ((nodeId: string, geometry: Geometry) => void) | undefined
}

/** The part of a JSON Schema that forms read. */
export interface FieldSchema {
  type?: string
  title?: string
  description?: string
  default?: unknown
  enum?: readonly (string | number)[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  maxLength?: number
  properties?: Record<string, FieldSchema>
  items?: FieldSchema
  'x-ui'?: FieldUi
}

/** What every control gets. `onChange(undefined)` takes the field out of the config. */
export interface ControlProps {
  id: string
  schema: FieldSchema
  /** The value in force: the config's own, or the default. */
  value: unknown
  onChange(value: unknown): void
  error: string | null
  context: FormContext
  /** The value in force of another field of the same block. */
  siblings?: ((name: string) => unknown) | undefined
}
