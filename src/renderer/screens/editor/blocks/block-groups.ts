/** Groups the block kinds for the palette; an ungrouped kind comes last, so none is ever missing. */
import { BLOCK_KINDS, type BlockKindName } from '../../../../shared/blocks/catalogue.ts'
import { BLOCKS } from '../../../base/blocks/block-text.ts'
import { texts } from '../../../texts/texts.ts'

export interface BlockGroup {
  title: string
  kinds: readonly BlockKindName[]
}

const GROUPS: readonly BlockGroup[] = [
  { title: texts.editor.palette.groups.input, kinds: ['source'] },
  { title: texts.editor.palette.groups.find, kinds: ['model', 'track'] },
  { title: texts.editor.palette.groups.select, kinds: ['filter', 'crop', 'condition'] },
  { title: texts.editor.palette.groups.measure, kinds: ['measure'] },
  { title: texts.editor.palette.groups.output, kinds: ['visualize', 'sink'] },
]

const named = new Set(GROUPS.flatMap((g) => g.kinds))
const rest = BLOCK_KINDS.filter((k) => !named.has(k))
export const BLOCK_GROUPS: readonly BlockGroup[] =
  rest.length > 0 ? [...GROUPS, { title: texts.editor.palette.groups.more, kinds: rest }] : GROUPS

/** Search words that are not in a block's own text. */
export const ALSO: Partial<Record<BlockKindName, string>> = texts.editor.palette.groups.also

/** True when every word of the query is in the block's title, summary or synonyms. */
export function matches(kind: BlockKindName, query: string): boolean {
  const { title, summary } = BLOCKS[kind]
  const text = `${title} ${summary} ${ALSO[kind] ?? ''}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Returns the matching kinds, those whose title begins with the query first. */
export function findBlocks(kinds: readonly BlockKindName[], query: string): BlockKindName[] {
  const q = query.trim().toLowerCase()
  const rank = (k: BlockKindName) => (BLOCKS[k].title.toLowerCase().startsWith(q) ? 0 : 1)
  return kinds.filter((k) => matches(k, q)).sort((a, b) => rank(a) - rank(b))
}
