/** Commands that select, and find a block. */

import { openPalette } from '../../../../base/commands/palette-items.ts'
import { texts } from '../../../../texts/texts.ts'
import { setUi, uiStore } from '../../session/ui-store.ts'
import { anything, type CommandContext, type EditorCommand, store } from './command.ts'

function clear(context: CommandContext) {
  const { quickAdd, menu } = uiStore.getState()
  if (quickAdd || menu) setUi({ quickAdd: null, menu: null })
  else store(context).select({ nodes: [], edges: [] })
}

export const SELECT_COMMANDS: readonly EditorCommand[] = [
  {
    id: 'select-all',
    label: texts.editor.commands.select.all,
    group: 'Select',
    keys: ['Ctrl+A'],
    act: ({ actions }) => actions.selectAll(),
  },
  {
    id: 'select-none',
    label: texts.editor.commands.select.none,
    group: 'Select',
    keys: ['Escape'],
    words: texts.editor.commands.select.noneWords,
    when: anything,
    act: clear,
  },
  {
    id: 'select-others',
    label: texts.editor.commands.select.others,
    group: 'Select',
    keys: ['Ctrl+I'],
    words: texts.editor.commands.select.othersWords,
    act: ({ actions }) => actions.selectOthers(),
  },
  {
    id: 'find',
    label: texts.editor.commands.select.find,
    group: 'Select',
    keys: ['Ctrl+F'],
    words: texts.editor.commands.select.findWords,
    act: () => openPalette('@'),
  },
]
