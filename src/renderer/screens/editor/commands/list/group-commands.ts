/** Commands for groups and notes. */

import { texts } from '../../../../texts/texts.ts'
import { type CommandContext, type EditorCommand, some, store } from './command.ts'

const inGroup = (context: CommandContext) => {
  const { doc, selection } = store(context)
  const ids = new Set(selection.nodes)
  return Object.entries(doc.layout.frames ?? {}).some(([id, f]) => ids.has(id) || f.members.some((m) => ids.has(m)))
}

export const GROUP_COMMANDS: readonly EditorCommand[] = [
  {
    id: 'group',
    label: texts.editor.commands.group.group,
    group: 'Group',
    keys: ['Ctrl+G'],
    words: texts.editor.commands.group.groupWords,
    when: some,
    act: ({ actions }) => actions.group(),
  },
  {
    id: 'ungroup',
    label: texts.editor.commands.group.ungroup,
    group: 'Group',
    keys: ['Ctrl+Shift+G'],
    when: inGroup,
    act: ({ actions }) => actions.ungroup(),
  },
  {
    id: 'collapse',
    label: texts.editor.commands.group.collapse,
    group: 'Group',
    keys: ['Shift+C'],
    words: texts.editor.commands.group.collapseWords,
    when: inGroup,
    act: ({ actions }) => actions.toggleCollapsed(),
  },
  {
    id: 'note',
    label: texts.editor.commands.group.note,
    group: 'Group',
    keys: ['N'],
    words: texts.editor.commands.group.noteWords,
    act: ({ actions, camera, pointer }) => actions.addNote(pointer ? camera.toCanvas(pointer) : undefined),
  },
]
