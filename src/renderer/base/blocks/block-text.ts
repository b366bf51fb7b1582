/** The block kinds with their titles, summaries, ports and fields in the page's language; all else is the contracts'. */
import type { BlockKind, FieldUi } from '../../../shared/blocks/block.ts'
import { UI_KEYWORD, uiOf } from '../../../shared/blocks/block.ts'
import { BLOCKS as CONTRACTS, isBlockKind, withDefaults } from '../../../shared/blocks/catalogue.ts'
import { ownTexts } from '../../texts/own-texts.ts'
import type { BlockWords, FieldWords } from '../../texts/shared-text.ts'
import { humanise } from '../format/format.ts'

type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; items?: Schema; [UI_KEYWORD]?: FieldUi }

const mapped = <T>(all: Record<string, T>, change: (value: T, key: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(all).map(([key, value]) => [key, change(value, key)]))

function fieldIn(schema: Schema, words: FieldWords | undefined): Schema {
  if (!words) return schema
  const { title, description, unit, values, items } = words
  const { properties } = schema.items ?? {}
  return {
    ...schema,
    title,
    ...(description !== undefined && { description }),
    ...((unit !== undefined || values) && {
      [UI_KEYWORD]: { ...schema[UI_KEYWORD], ...(unit !== undefined && { unit }), ...(values && { labels: values }) },
    }),
    ...(items &&
      properties && {
        items: { ...schema.items, properties: mapped(properties, (inner, name) => fieldIn(inner, items[name])) },
      }),
  }
}

/** The same block with other words. */
export function blockIn(block: BlockKind, words: BlockWords): BlockKind {
  const config = block.config as unknown as Schema
  const properties = mapped(config.properties ?? {}, (schema, name) => fieldIn(schema, words.fields[name]))
  return {
    ...block,
    title: words.title,
    summary: words.summary,
    docs: words.docs,
    inputs: block.inputs.map((port) => ({ ...port, title: words.inputs[port.id] ?? port.title })),
    outputs: block.outputs.map((port) => ({ ...port, title: words.outputs[port.id] ?? port.title })),
    config: { ...config, properties } as unknown as BlockKind['config'],
  }
}

const blocks = ownTexts()?.words.blocks

export const BLOCKS: typeof CONTRACTS = blocks
  ? (mapped(CONTRACTS as Record<string, BlockKind>, (block, kind) =>
      blockIn(block, blocks[kind as keyof typeof blocks]),
    ) as unknown as typeof CONTRACTS)
  : CONTRACTS

/** The title of an output by its id. */
export const outputTitle = (kind: keyof typeof CONTRACTS, port: string): string =>
  (BLOCKS[kind] as BlockKind).outputs.find(({ id }) => id === port)?.title ?? port

/** What a block is called that nobody has named: its kind, and a sink after what it writes, for most graphs have several. */
export function givenTitle({ type, config }: { type: string; config: Record<string, unknown> }): string {
  if (type !== 'sink') return isBlockKind(type) ? BLOCKS[type].title : type
  const { kind } = withDefaults('sink', config)
  const { labels } = uiOf((BLOCKS.sink.config as unknown as Schema).properties?.kind ?? {})
  return labels?.[kind] ?? humanise(kind)
}
