/** The command palette's entries while a workflow is open: commands, blocks to add, wires to draw, blocks to find. */

import { IconFrame, IconNote, IconRoute } from '@tabler/icons-react'
import type { BlockKind } from '../../../../shared/blocks/block.ts'
import { BLOCK_KINDS, isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import { cutText } from '../../../../shared/domain/cut-text.ts'
import { BLOCKS } from '../../../base/blocks/block-text.ts'
import { type KeyChanges, keysFor } from '../../../base/commands/key-bindings.ts'
import { type PaletteItem, usePaletteItems } from '../../../base/commands/palette-items.ts'
import { findNode, kindTitle, titleOf } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import { ALSO } from '../blocks/block-groups.ts'
import { BlockIcon } from '../blocks/block-icons.tsx'
import { type WireEnd, wireFit } from '../document/wiring.ts'
import { COMMANDS, type CommandContext, groupTitle } from './command-list.ts'

const SIZE = { size: 15, stroke: 1.6 }

/** `context` is read when the palette opens, to offer only applicable entries. */
export function useEditorItems(context: () => CommandContext, changes: KeyChanges): void {
  usePaletteItems(() => {
    const now = context()
    return [...wiresToDraw(now), ...blocksToAdd(now), ...commandItems(now, changes), ...thingsToFind(now)]
  })
}

const commandItems = (context: CommandContext, changes: KeyChanges): PaletteItem[] =>
  COMMANDS.filter((c) => !c.keyOnly && (c.when?.(context) ?? true)).map((c) => ({
    id: `command:${c.id}`,
    title: c.label,
    group: groupTitle(c.group),
    sort: 'command',
    keys: keysFor(c, changes),
    ...(c.words !== undefined && { words: c.words }),
    act: () => c.act(context),
  }))

const blocksToAdd = ({ actions }: CommandContext): PaletteItem[] =>
  BLOCK_KINDS.map((kind) => ({
    id: `add:${kind}`,
    title: texts.editor.commands.items.add(BLOCKS[kind].title),
    detail: BLOCKS[kind].summary,
    group: texts.editor.commands.items.blocks,
    sort: 'command',
    icon: <BlockIcon kind={kind} size={15} />,
    words: texts.editor.commands.items.addWords(ALSO[kind] ?? ''),
    act: () => actions.addBlock(kind),
  }))

/** Lists wires from the only selected block to every block whose input accepts one of its outputs. */
function wiresToDraw({ session, actions }: CommandContext): PaletteItem[] {
  const { doc, selection } = session.documents.getState()
  const from = selection.nodes.length === 1 ? findNode(doc.graph, selection.nodes[0] as string) : undefined
  if (!from || !isBlockKind(from.type)) return []
  const { outputs } = BLOCKS[from.type] as BlockKind
  return outputs.flatMap((output) => {
    const end: WireEnd = { nodeId: from.id, port: output.id, side: 'source' }
    const accepts = wireFit(doc.graph, end)
    return doc.graph.nodes.flatMap((to): PaletteItem[] => {
      if (to.id === from.id || !isBlockKind(to.type)) return []
      const fits = (BLOCKS[to.type] as BlockKind).inputs.some(
        (input) => accepts({ nodeId: to.id, port: input.id, side: 'target' })?.fits,
      )
      if (!fits) return []
      const which = outputs.length > 1 ? `, ${output.title.toLowerCase()}` : ''
      return [
        {
          id: `wire:${from.id}:${output.id}:${to.id}`,
          title: texts.editor.commands.items.connectTo(titleOf(doc, to)),
          detail: texts.editor.commands.items.from(titleOf(doc, from), which),
          group: texts.editor.commands.items.wires,
          sort: 'command',
          icon: <IconRoute {...SIZE} />,
          words: texts.editor.commands.items.wireWords,
          act: () => actions.connectTo(end, to.id),
        },
      ]
    })
  })
}

function thingsToFind({ session, actions }: CommandContext): PaletteItem[] {
  const { doc } = session.documents.getState()
  const item = (id: string, title: string, detail: string, icon: React.ReactNode): PaletteItem => ({
    id: `find:${id}`,
    title,
    detail,
    group: texts.editor.commands.items.inThisWorkflow,
    sort: 'thing',
    icon,
    words: id,
    act: () => actions.showNode(id),
  })
  return [
    ...doc.graph.nodes.map((n) => {
      const title = titleOf(doc, n)
      const kind = kindTitle(n.type)
      return item(n.id, title, title === kind ? n.id : `${kind} · ${n.id}`, <BlockIcon kind={n.type} size={15} />)
    }),
    ...Object.entries(doc.layout.frames ?? {}).map(([id, f]) =>
      item(id, f.title, texts.editor.commands.items.group, <IconFrame {...SIZE} />),
    ),
    ...Object.entries(doc.layout.notes ?? {}).map(([id, note]) =>
      item(
        id,
        cutText(note.text.split('\n')[0] ?? '', 80) || texts.editor.canvas.cards.emptyNote,
        texts.editor.commands.items.note,
        <IconNote {...SIZE} />,
      ),
    ),
  ]
}
