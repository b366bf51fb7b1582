/** Commands for the view of the canvas and the panels around it. */

import { openPalette } from '../../../../base/commands/palette-items.ts'
import { texts } from '../../../../texts/texts.ts'
import { setUi, uiStore } from '../../session/ui-store.ts'
import { goToOutline, togglePanel } from '../../side-panels/side-panels.tsx'
import { type EditorCommand, some, store } from './command.ts'

export const VIEW_COMMANDS: readonly EditorCommand[] = [
  {
    id: 'fit',
    label: texts.editor.canvas.zoom.fit,
    group: 'View',
    keys: ['F'],
    words: texts.editor.commands.view.fitWords,
    act: ({ camera }) => camera.fit(),
  },
  {
    id: 'fit-selection',
    label: texts.editor.commands.view.toSelection,
    group: 'View',
    keys: ['Shift+F'],
    when: some,
    act: (c) => c.camera.fitTo(store(c).selection.nodes),
  },
  {
    id: 'zoom-in',
    label: texts.editor.canvas.zoom.in,
    group: 'View',
    keys: ['+', '='],
    act: ({ camera }) => camera.zoomIn(),
  },
  {
    id: 'zoom-out',
    label: texts.editor.canvas.zoom.out,
    group: 'View',
    keys: ['-'],
    act: ({ camera }) => camera.zoomOut(),
  },
  {
    id: 'minimap',
    label: texts.editor.commands.view.map,
    group: 'View',
    keys: ['Shift+M'],
    words: texts.editor.commands.view.mapWords,
    act: () => setUi({ minimap: !uiStore.getState().minimap }),
  },
  {
    id: 'blocks',
    label: texts.editor.commands.view.blocks,
    group: 'View',
    keys: ['Ctrl+B'],
    words: texts.editor.commands.view.blocksWords,
    act: () => togglePanel('palette'),
  },
  {
    id: 'outline',
    label: texts.outline.command,
    group: 'View',
    keys: ['Alt+O'],
    words: texts.outline.commandWords,
    act: goToOutline,
  },
  {
    id: 'palette',
    label: texts.editor.commands.view.allCommands,
    group: 'View',
    keys: ['Ctrl+K'],
    native: true,
    keyOnly: true,
    act: () => openPalette(),
  },
  {
    id: 'keys',
    label: texts.editor.commands.view.keys,
    group: 'View',
    keys: ['?'],
    words: texts.editor.commands.view.keysWords,
    act: () => setUi({ keySheet: true }),
  },
]
