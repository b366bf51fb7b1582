/** The combinations of a sweep's values. */
import type { Graph } from '../../../../shared/graph/graph.ts'
import { DECIMAL_SIGN, formatNumber } from '../../../base/format/format.ts'
import type { SweepSetting } from './sweepable.ts'

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
