/** Names commands for the undo button. */
import { givenTitle } from '../../../base/blocks/block-text.ts'
import { type EditorDocument, findNode, titleOf } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import type { Command } from './command.ts'

const words = texts.editor.document.history
const blocks = (n: number) => (n === 1 ? words.block : words.blocks(n))

/** Returns the label of the undo button. `doc` is the document before the command. */
export function labelOf(doc: EditorDocument, command: Command): string {
  const name = (id: string) => {
    const node = findNode(doc.graph, id)
    if (node) return words.quoted(titleOf(doc, node))
    if (doc.layout.notes?.[id]) return words.note
    const group = doc.layout.frames?.[id]
    return group ? words.group(group.title) : words.block
  }
  const these = (ids: readonly string[]) => (ids.length === 1 ? name(ids[0] as string) : blocks(ids.length))
  switch (command.type) {
    case 'add': {
      const only = command.nodes.length === 1 ? command.nodes[0] : undefined
      const add = words[command.how ?? 'add']
      if (command.nodes.length === 0 && command.cards) return add(words.note)
      const what = only ? words.quoted(only.title ?? givenTitle(only.node)) : blocks(command.nodes.length)
      return only && command.cut && command.cut.length > 0 ? words.insert(what) : add(what)
    }
    case 'remove': {
      const remove = command.how === 'cut' ? words.cut : words.delete
      if (command.nodeIds.length === 0) return remove(command.edgeIds.length === 1 ? words.wire : words.wires)
      return remove(these(command.nodeIds))
    }
    case 'splice':
      return words.insert(name(command.nodeId))
    case 'connect':
      return words.connect(name(command.edge.source), name(command.edge.target))
    case 'reconnect':
      return words.reconnect
    case 'configure':
      return words.change(name(command.nodeId))
    case 'move': {
      const ids = Object.keys(command.positions)
      if (command.how === 'arrange') return words.arrange
      return command.how === 'align' ? words.align(blocks(ids.length)) : words.move(these(ids))
    }
    case 'switch': {
      const act = command.to === null ? words.switchOn : command.to === 'muted' ? words.mute : words.bypass
      return act(these(command.nodeIds))
    }
    case 'note':
      return doc.layout.notes?.[command.id] ? words.changeNote : words.addNote
    case 'group':
      return doc.layout.frames?.[command.id] ? words.changeGroup : words.groupBlocks
    case 'ungroup':
      return words.ungroup
    case 'title':
      return words.rename(name(command.nodeId))
    case 'rename':
      return words.renameWorkflow
    case 'describe':
      return words.changeDescription
    case 'replace':
      return command.why
  }
}
