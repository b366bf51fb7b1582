/** The settings of a graph that affect counts, read from the block schemas; the values to try and their combinations. */
import type { TSchema } from 'typebox'
import { type FieldUi, uiOf } from '../../../../shared/blocks/block.ts'
import { type BlockKindName, isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import type { Graph } from '../../../../shared/graph/graph.ts'
import { BLOCKS } from '../../../base/blocks/block-text.ts'
import { DECIMAL_SIGN, formatNumber } from '../../../base/format/format.ts'

export interface SweepSetting {
  /** Node id and field. */
  key: string
  nodeId: string
  field: string
  /** Title of the block; `title` is the field's. */
  block: string
  title: string
  unit: string
  now: number
  /** Values to try, ascending, including the current value. */
  suggested: readonly number[]
  /** Returns whether a value can be set at all. */
  allows(value: number): boolean
  /** True when another value requires processing the video again, not only counting again. */
  slow: boolean
}

/** The fields that affect counts, the most effective first. */
const FIELDS: { [K in BlockKindName]?: readonly string[] } = {
  model: ['confidence_threshold', 'iou_threshold'],
  filter: ['min_confidence'],
  track: ['high_threshold', 'new_track_threshold', 'match_threshold', 'lost_after_s', 'low_threshold'],
  measure: ['dead_band', 'min_settle_ms', 'gap_s'],
  source: ['sample_fps'],
}

const SLOW: readonly string[] = ['source', 'model']

/** @param nativeFps rate of the video, which an empty sample rate stands for */
export function sweepable(graph: Graph, titleOf: (nodeId: string) => string, nativeFps: number): SweepSetting[] {
  return Object.entries(FIELDS).flatMap(([kind, fields]) =>
    graph.nodes
      .filter((node) => node.type === kind && isBlockKind(kind))
      .flatMap((node) =>
        fields.flatMap((field): SweepSetting[] => {
          const schema = (BLOCKS[kind as BlockKindName].config.properties as Record<string, TSchema>)[field]
          if (!schema) return []
          const limits = limitsOf(schema)
          const ui: FieldUi = uiOf(schema)
          const set = node.config[field] ?? limits.usual ?? (field === 'sample_fps' ? nativeFps : undefined)
          if (typeof set !== 'number' || !Number.isFinite(set)) return []
          const allows = (value: number) =>
            Number.isFinite(value) && value >= limits.least && value <= limits.most && value > limits.above
          return [
            {
              key: `${node.id} ${field}`,
              nodeId: node.id,
              field,
              block: titleOf(node.id),
              title: limits.title,
              unit: ui.unit ?? '',
              now: set,
              suggested: around(set, limits, field === 'sample_fps').filter(allows),
              allows,
              slow: SLOW.includes(kind),
            },
          ]
        }),
      ),
  )
}

interface Limits {
  title: string
  least: number
  most: number
  /** Exclusive lower limit. */
  above: number
  usual: unknown
}

function limitsOf(schema: TSchema): Limits {
  const { title, minimum, maximum, exclusiveMinimum, default: usual } = schema as Record<string, unknown>
  const number = (value: unknown, none: number) => (typeof value === 'number' ? value : none)
  return {
    title: String(title ?? ''),
    least: number(minimum, Number.NEGATIVE_INFINITY),
    most: number(maximum, Number.POSITIVE_INFINITY),
    above: number(exclusiveMinimum, Number.NEGATIVE_INFINITY),
    usual,
  }
}

/** Suggests values: even steps for shares, factors for all other settings; a sample rate can only be lowered. */
function around(now: number, { least, most }: Limits, onlyLower: boolean): number[] {
  const isShare = least === 0 && most === 1
  const step = isShare && now <= 0.05 ? 0.02 : 0.1
  const values = onlyLower
    ? [now / 4, now / 2, now]
    : isShare
      ? [now - step, now, now + step, now + 2 * step]
      : now === 0
        ? [0, 1]
        : [now / 2, now, now * 2]
  const kept = values.map(tidyNumber).filter((v) => v === now || (v > 0 && v >= least && v <= most))
  return [...new Set(kept)].sort((a, b) => a - b)
}

const tidyNumber = (value: number): number => Number(value.toPrecision(4))

export const MAX_COMBINATIONS = 24
export const MAX_SETTINGS = 3

export interface Tried {
  setting: SweepSetting
  values: readonly number[]
}

/** A value for each setting, in the order of the settings. */
export type Combination = readonly number[]

export const combinationCount = (tried: readonly Tried[]): number =>
  tried.length === 0 ? 0 : tried.reduce((product, { values }) => product * values.length, 1)

/**
 * Returns all combinations except the run's own. Slow settings change least often, and results computed with their
 * values are reused for all other settings.
 */
export function combinations(tried: readonly Tried[]): Combination[] {
  const order = tried.map((_, i) => i).sort((a, b) => Number(slow(tried[b])) - Number(slow(tried[a])))
  const all = order.reduce<Map<number, number>[]>(
    (made, i) => made.flatMap((m) => (tried[i] as Tried).values.map((v) => new Map(m).set(i, v))),
    [new Map()],
  )
  return all
    .map((m) => tried.map((_, i) => m.get(i) as number))
    .filter((c) => c.some((value, i) => value !== (tried[i] as Tried).setting.now))
}

const slow = (tried: Tried | undefined): boolean => tried?.setting.slow ?? false

/** Formats a list of numbers for the page's language: with a decimal comma, semicolons separate the numbers. */
export const valuesText = (values: readonly number[]): string =>
  values.map(formatNumber).join(DECIMAL_SIGN === ',' ? '; ' : ', ')

/** Parses `0.1, 0.2 0.3`, or `0,1; 0,2 0,3`, in any order; null when a part is not a number or is not allowed. */
export function parseValues(text: string, { allows }: SweepSetting, decimalSign = DECIMAL_SIGN): number[] | null {
  const parts = text.split(decimalSign === ',' ? /,?\s+|;/ : /[\s,;]+/).filter((part) => part.trim() !== '')
  const values = parts.map((part) => Number(part.replace(decimalSign, '.')))
  if (values.length === 0 || values.some((v) => !allows(v))) return null
  return [...new Set(values)].sort((a, b) => a - b)
}

/** Returns the graph with these values in place of its own; settings of blocks that no longer exist are skipped. */
export const withValues = (graph: Graph, tried: readonly Tried[], combination: Combination): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => {
    const changes = tried.flatMap(({ setting }, i) =>
      setting.nodeId === node.id ? [[setting.field, combination[i]] as const] : [],
    )
    return changes.length === 0 ? node : { ...node, config: { ...node.config, ...Object.fromEntries(changes) } }
  }),
})
