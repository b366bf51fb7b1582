/** Formats the rows of the outline: everything the drawing shows, as text. */

import { isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import { cutText } from '../../../../shared/domain/cut-text.ts'
import { BLOCKS } from '../../../base/blocks/block-text.ts'
import {
  type EditorDocument,
  findNode,
  kindTitle,
  leftOut,
  titleOf,
} from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import type { Problem } from '../session/issue-store.ts'
import type { BlockEntry, OutlineItem } from './outline-tree.ts'

const words = texts.outline

/** Returns the name of a block, with its id if another has the same name. */
export function nameOf(doc: EditorDocument, nodeId: string): string {
  const node = findNode(doc.graph, nodeId)
  if (node) {
    const title = titleOf(doc, node)
    const alone = doc.graph.nodes.every((n) => n.id === nodeId || titleOf(doc, n) !== title)
    return alone ? title : `${title} (${nodeId})`
  }
  const note = doc.layout.notes?.[nodeId]
  if (note) return words.note(firstLine(note.text))
  return doc.layout.frames?.[nodeId]?.title ?? nodeId
}

const firstLine = (text: string) => cutText(text.trim().split('\n')[0] ?? '', 120) || words.emptyNote

/** Returns the kind of a block unless its name already says it. */
export function kindOf(doc: EditorDocument, nodeId: string): string | null {
  const node = findNode(doc.graph, nodeId)
  if (!node) return null
  const kind = isBlockKind(node.type) ? BLOCKS[node.type].title : words.unknownKind(node.type)
  return titleOf(doc, node) === kindTitle(node.type) && isBlockKind(node.type) ? null : kind
}

/** Describes why runs do not use a block; null when they do. */
export function switchOf(doc: EditorDocument, nodeId: string): string | null {
  const set = doc.layout.switches?.[nodeId]
  if (set) return words.switched[set]
  return leftOut(doc).has(nodeId) ? words.leftOut : null
}

/** Describes a block's connections with others. */
export function tiesOf(doc: EditorDocument, item: BlockEntry): string[] {
  const group = Object.values(doc.layout.frames ?? {}).find((f) => f.members.includes(item.nodeId))
  return [
    ...(item.via === null ? [] : [words.via(item.via)]),
    ...(item.alsoFedBy.length === 0 ? [] : [words.alsoFedBy(item.alsoFedBy.map((id) => nameOf(doc, id)))]),
    ...(group ? [words.inGroup(group.title)] : []),
  ]
}

/** Returns the name of a row without its state, for finding rows by typing. */
export function titleOfItem(doc: EditorDocument, item: OutlineItem): string {
  switch (item.sort) {
    case 'heading':
      return words.headings[item.heading]
    case 'problem':
      return item.issue.message
    default:
      return nameOf(doc, item.nodeId)
  }
}

export const problemText = (issues: readonly Problem[]): string[] => issues.map((i) => words[i.level](i.message))

interface RowState {
  summary: string
  issues: readonly Problem[]
  figures: readonly (readonly [string, string])[]
}

/** Returns the full text of a row as a screen reader reads it. */
export function spokenRow(doc: EditorDocument, item: OutlineItem, { summary, issues, figures }: RowState): string {
  const title = titleOfItem(doc, item)
  switch (item.sort) {
    case 'block': {
      const parts = [
        title,
        kindOf(doc, item.nodeId),
        summary,
        switchOf(doc, item.nodeId),
        ...tiesOf(doc, item),
        ...problemText(issues),
        ...figures.map(([name, value]) => `${value} ${name}`),
      ]
      return parts.filter(Boolean).join(', ')
    }
    case 'reference':
      return [words.reference(title), ...(item.via === null ? [] : [words.via(item.via)])].join(', ')
    case 'group':
      return words.group(title, item.children.length)
    case 'heading':
      return words.headingWithCount(title, item.children.length)
    case 'problem':
      return problemText([item.issue]).join()
    default:
      return title
  }
}
