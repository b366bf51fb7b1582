/** How the palette orders the block kinds; a kind that no group names comes last, so none is ever missing. */
import { BLOCK_KINDS, BLOCKS, type BlockKindName } from '../../../shared/blocks/catalogue.ts'

export interface BlockGroup {
  title: string
  kinds: readonly BlockKindName[]
}

const GROUPS: readonly BlockGroup[] = [
  { title: 'Input', kinds: ['source'] },
  { title: 'Find', kinds: ['model', 'track'] },
  { title: 'Select', kinds: ['filter', 'crop', 'condition'] },
  { title: 'Measure', kinds: ['measure'] },
  { title: 'Output', kinds: ['visualize', 'sink'] },
]

const named = new Set(GROUPS.flatMap((g) => g.kinds))
const rest = BLOCK_KINDS.filter((k) => !named.has(k))
export const BLOCK_GROUPS: readonly BlockGroup[] =
  rest.length > 0 ? [...GROUPS, { title: 'More', kinds: rest }] : GROUPS

/** Words people look for that are not in a block's own text. */
export const ALSO: Partial<Record<BlockKindName, string>> = {
  source: 'video image file camera input',
  model: 'detect detector yolo onnx ai sam3',
  track: 'bytetrack botsort id follow',
  measure: 'count line zone dwell occupancy',
  visualize: 'draw annotate overlay blur',
  sink: 'output export save webhook csv json video',
  condition: 'if branch alert',
}

/** True when every word of the query is in the block's title, summary or synonyms. */
export function matches(kind: BlockKindName, query: string): boolean {
  const { title, summary } = BLOCKS[kind]
  const text = `${title} ${summary} ${ALSO[kind] ?? ''}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Kinds that match, those whose title begins with the query first. */
export function findBlocks(kinds: readonly BlockKindName[], query: string): BlockKindName[] {
  const q = query.trim().toLowerCase()
  const rank = (k: BlockKindName) => (BLOCKS[k].title.toLowerCase().startsWith(q) ? 0 : 1)
  return kinds.filter((k) => matches(k, q)).sort((a, b) => rank(a) - rank(b))
}
