/** The declaration of a block kind: its ports, its config schema and its texts. */
import { type TObject, type TSchema, Type } from 'typebox'
import { MAX_CLASSES, MAX_NAME } from '../domain/limits.ts'

export const PORT_TYPES = ['frames', 'detections', 'events'] as const
export type PortType = (typeof PORT_TYPES)[number]

export interface InputPort {
  id: string
  title: string
  /** Port types that the input accepts. */
  accepts: readonly PortType[]
  /** True when several wires may end at the port (detections are united, records are written in order). */
  many: boolean
}

export interface OutputPort {
  id: string
  title: string
  type: PortType
}

export interface BlockKind<K extends string = string, C extends TObject = TObject> {
  kind: K
  title: string
  /** One line for the palette. */
  summary: string
  /** A paragraph for the help panel. */
  docs: string
  inputs: readonly InputPort[]
  outputs: readonly OutputPort[]
  /** JSON Schema; fields with a default may be left out on the wire. */
  config: C
}

export const defineBlock = <K extends string, C extends TObject>(block: BlockKind<K, C>): BlockKind<K, C> => block

/** Form hints for a config field; kept in the schema so that the form needs nothing else. */
export interface FieldUi {
  control?:
    | 'slider'
    | 'classes'
    | 'model'
    | 'device'
    | 'source'
    | 'dataset'
    | 'export'
    | 'geometries'
    | 'rules'
    | 'url'
    | 'multiline'
    | 'draw'
  unit?: string
  step?: number
  /** Shown only while the named sibling has one of these values. */
  showIf?: Record<string, readonly unknown[]>
  /** Shown only where detections of several models or tiles meet. */
  ofUnion?: boolean
  advanced?: boolean
  /** Labels for enum values that are not readable as they are. */
  labels?: Record<string, string>
}

/** The JSON Schema keyword that carries a `FieldUi`. */
export const UI_KEYWORD = 'x-ui'
export const ui = (hints: FieldUi): Record<string, unknown> => ({ [UI_KEYWORD]: hints })
export const uiOf = (schema: TSchema | Record<string, unknown>): FieldUi =>
  ((schema as Record<string, unknown>)[UI_KEYWORD] as FieldUi | undefined) ?? {}

export const ClassList = (title: string, description: string, extra: Record<string, unknown> = {}) =>
  Type.Array(Type.String({ minLength: 1, maxLength: MAX_NAME }), {
    title,
    description,
    default: [],
    maxItems: MAX_CLASSES,
    uniqueItems: true,
    ...ui({ control: 'classes' }),
    ...extra,
  })

export const Share = (title: string, description: string, value: number) =>
  Type.Number({ title, description, default: value, minimum: 0, maximum: 1, ...ui({ control: 'slider', step: 0.01 }) })

/**
 * The setting `union_iou` of every block that unites detections. Within one model, the larger of this and its own
 * `iou_threshold` counts.
 */
export const UnionIou = Type.Number({
  title: 'Same object (IoU)',
  description:
    'Boxes of one class that overlap more than this are one object when different models found them; the most confident one is kept',
  default: 0.5,
  minimum: 0,
  maximum: 1,
  ...ui({ control: 'slider', step: 0.01, ofUnion: true }),
})
