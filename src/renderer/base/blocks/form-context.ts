/** The context of a config form: facts about the workflow that the config itself does not hold. */
import type { FieldUi } from '../../../shared/blocks/block.ts'
import type { Geometry } from '../../../shared/blocks/measure.ts'
import type { PickedSource } from '../../../shared/bridge/studio.ts'

export interface FormContext {
  nodeId: string
  /** The video or image of the workflow's source block, when one is chosen. */
  source: PickedSource | null
  /** Class names that can reach this block; empty when no model upstream lists any. */
  classes: readonly string[]
  /** True when detections of several models or tiles meet at this block. */
  unites?: boolean | undefined
  /** Opens the host's dialog for choosing the video or image of the source block. */
  chooseSource?: (() => void) | undefined
  /** The media has changed although the settings have not: images were added to a data set. */
  mediaChanged?: (() => void) | undefined
  /** Opens “Get a model” for a setting of this block that names one; its list of models reads again afterwards. */
  getModel?: ((field: string) => void) | undefined
  /** Changes when a model was imported or changed. */
  modelsImported?: number | undefined
  /** Processing time per frame in the block's last run, milliseconds. */
  msPerFrame?: number | null | undefined
  /** Number of lines and zones in the measure blocks before this one; it offsets the colours. */
  geometriesBefore?: number | undefined
  /** Other blocks that accept a copy of a line or zone of this one. */
  copyTargets?: readonly { nodeId: string; title: string }[] | undefined
  copyGeometry?: ((nodeId: string, geometry: Geometry) => void) | undefined
}

/** The subset of JSON Schema that the forms read. */
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

/** The props of every control. `onChange(undefined)` removes the field from the config. */
export interface ControlProps {
  id: string
  schema: FieldSchema
  /** The effective value: the config's own, or the default. */
  value: unknown
  onChange(value: unknown): void
  error: string | null
  context: FormContext
  /** Returns the effective value of another field of the same block. */
  siblings?: ((name: string) => unknown) | undefined
}
