/** Commands that position blocks. */
import { texts } from '../../../../texts/texts.ts'
import { movable } from '../../session/placing-actions.ts'
import { setUi, uiStore } from '../../session/ui-store.ts'
import { type CommandContext, type EditorCommand, store } from './command.ts'

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
