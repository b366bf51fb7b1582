/** The nine block kinds in the order of the palette; every list of blocks is derived from it. */
import type { Static } from 'typebox'
import { Value } from 'typebox/value'
import { condition } from './condition.ts'
import { crop } from './crop.ts'
import { filter } from './filter.ts'
import { measure } from './measure.ts'
import { model } from './model.ts'
import { sink } from './sink.ts'
import { source } from './source.ts'
import { track } from './track.ts'
import { visualize } from './visualize.ts'

export const BLOCKS = { source, model, filter, track, crop, condition, measure, visualize, sink } as const

export type BlockKindName = keyof typeof BLOCKS
/** A node's config with every default filled in. */
export type ConfigOf<K extends BlockKindName> = Static<(typeof BLOCKS)[K]['config']>

export const BLOCK_KINDS = Object.keys(BLOCKS) as BlockKindName[]

export const isBlockKind = (kind: unknown): kind is BlockKindName =>
  typeof kind === 'string' && Object.hasOwn(BLOCKS, kind)

/** Fills in the defaults of a config without changing the input. Does not check it: `validate` does. */
export const withDefaults = <K extends BlockKindName>(kind: K, config: unknown): ConfigOf<K> =>
  Value.Default(BLOCKS[kind].config, Value.Clone(config ?? {})) as ConfigOf<K>

/** The config of a newly added block. */
export const defaultConfig = <K extends BlockKindName>(kind: K): ConfigOf<K> => withDefaults(kind, {})
