/** Commands that position and group blocks. */
import { texts } from '../../../../texts/texts.ts'
import { movable } from '../../session/placing-actions.ts'
import { setUi, uiStore } from '../../session/ui-store.ts'
import { type CommandContext, type EditorCommand, some, store } from './command.ts'

const several = (n: number) => (context: CommandContext) => {
  const { doc, selection } = store(context)
  return movable(doc, selection.nodes).length >= n
}

export const ARRANGE_COMMANDS: readonly EditorCommand[] = [
  {
    id: 'arrange',
    label: texts.editor.commands.arrange.arrange,
    group: 'Arrange',
    keys: ['Shift+L'],
    words: texts.editor.commands.arrange.arrangeWords,
    act: ({ actions }) => void actions.arrange(),
  },
  {
    id: 'arrange-others',
    label: texts.editor.commands.arrangeOthers,
    group: 'Arrange',
    keys: ['Alt+Shift+L'],
    words: texts.editor.commands.arrangeOthersWords,
    when: (c) =>
      several(1)(c) && movable(store(c).doc, store(c).selection.nodes).length < store(c).doc.graph.nodes.length,
    act: ({ actions }) => void actions.arrangeOthers(),
  },
  {
    id: 'align-left',
    label: texts.editor.commands.arrange.left,
    group: 'Arrange',
    keys: ['Alt+A'],
    when: several(2),
    act: ({ actions }) => actions.align('left'),
  },
  {
    id: 'align-centre',
    label: texts.editor.commands.arrange.centres,
    group: 'Arrange',
    keys: ['Alt+H'],
    words: texts.editor.commands.arrange.centresWords,
    when: several(2),
    act: ({ actions }) => actions.align('centre'),
  },
  {
    id: 'align-right',
    label: texts.editor.commands.arrange.right,
    group: 'Arrange',
    keys: ['Alt+D'],
    when: several(2),
    act: ({ actions }) => actions.align('right'),
  },
  {
    id: 'align-top',
    label: texts.editor.commands.arrange.top,
    group: 'Arrange',
    keys: ['Alt+W'],
    when: several(2),
    act: ({ actions }) => actions.align('top'),
  },
  {
    id: 'align-middle',
    label: texts.editor.commands.arrange.middles,
    group: 'Arrange',
    keys: ['Alt+V'],
    words: texts.editor.commands.arrange.middlesWords,
    when: several(2),
    act: ({ actions }) => actions.align('middle'),
  },
  {
    id: 'align-bottom',
    label: texts.editor.commands.arrange.bottom,
    group: 'Arrange',
    keys: ['Alt+S'],
    when: several(2),
    act: ({ actions }) => actions.align('bottom'),
  },
  {
    id: 'spread-across',
    label: texts.editor.commands.arrange.across,
    group: 'Arrange',
    keys: ['Alt+Shift+H'],
    words: texts.editor.commands.arrange.acrossWords,
    when: several(3),
    act: ({ actions }) => actions.spread('across'),
  },
  {
    id: 'spread-down',
    label: texts.editor.commands.arrange.down,
    group: 'Arrange',
    keys: ['Alt+Shift+V'],
    words: texts.editor.commands.arrange.downWords,
    when: several(3),
    act: ({ actions }) => actions.spread('down'),
  },
  {
    id: 'snap',
    label: texts.editor.commands.arrange.snap,
    group: 'Arrange',
    keys: ['Shift+S'],
    words: texts.editor.commands.arrange.snapWords,
    act: () => setUi({ snap: !uiStore.getState().snap }),
  },
]

const inGroup = (context: CommandContext) => {
  const { doc, selection } = store(context)
  const ids = new Set(selection.nodes)
  return Object.entries(doc.layout.frames ?? {}).some(([id, f]) => ids.has(id) || f.members.some((m) => ids.has(m)))
}

/** Commands for groups and notes. */
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

const nudge =
  (x: number, y: number) =>
  ({ actions }: CommandContext) =>
    actions.nudge({ x, y })

/** Commands that move the selection with the arrow keys. */
export const MOVE_COMMANDS: readonly EditorCommand[] = [
  {
    id: 'left',
    label: texts.editor.commands.move.left,
    group: 'Move',
    keys: ['ArrowLeft'],
    keyOnly: true,
    act: nudge(-10, 0),
  },
  {
    id: 'right',
    label: texts.editor.commands.move.right,
    group: 'Move',
    keys: ['ArrowRight'],
    keyOnly: true,
    act: nudge(10, 0),
  },
  {
    id: 'up',
    label: texts.editor.commands.move.up,
    group: 'Move',
    keys: ['ArrowUp'],
    keyOnly: true,
    act: nudge(0, -10),
  },
  {
    id: 'down',
    label: texts.editor.commands.move.down,
    group: 'Move',
    keys: ['ArrowDown'],
    keyOnly: true,
    act: nudge(0, 10),
  },
  {
    id: 'far-left',
    label: texts.editor.commands.move.farLeft,
    group: 'Move',
    keys: ['Shift+ArrowLeft'],
    keyOnly: true,
    act: nudge(-50, 0),
  },
  {
    id: 'far-right',
    label: texts.editor.commands.move.farRight,
    group: 'Move',
    keys: ['Shift+ArrowRight'],
    keyOnly: true,
    act: nudge(50, 0),
  },
  {
    id: 'far-up',
    label: texts.editor.commands.move.farUp,
    group: 'Move',
    keys: ['Shift+ArrowUp'],
    keyOnly: true,
    act: nudge(0, -50),
  },
  {
    id: 'far-down',
    label: texts.editor.commands.move.farDown,
    group: 'Move',
    keys: ['Shift+ArrowDown'],
    keyOnly: true,
    act: nudge(0, 50),
  },
]
