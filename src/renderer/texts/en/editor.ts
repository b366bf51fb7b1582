import { canvas } from './editor/canvas.ts'
import { commands } from './editor/commands.ts'
import { document } from './editor/document.ts'
import { files } from './editor/files.ts'
import { palette } from './editor/palette.ts'
import { panels } from './editor/panels.ts'
import { summary } from './editor/summary.ts'
import { toolbar } from './editor/toolbar.ts'

const screen = {
  opening: 'Opening',
  backTitle: 'Unsaved changes restored',
  backText: 'These changes were made before the app closed or lost its connection. Undo reverts them.',
  cannotOpen: 'This workflow can’t be opened',
  toWorkflows: 'Back to workflows',
}

const session = {
  emptyClipboard: 'The clipboard contains no blocks. Copy some blocks first.',
  notPasted: 'The blocks can’t be pasted',
  notStarted: 'The run did not start',
  notSaved: (reason: string) => `The workflow is not saved. ${reason}`,
  nameTaken: (name: string) => `The name “${name}” is taken. Choose another name.`,
  noAnswer: 'Sightline’s background process is not responding. Your changes are kept here until they can be saved.',
  tookTheirs: 'Use the other window’s version',
  newGroup: 'Group',
  noBypass:
    'Only blocks with the same input and output type can be bypassed: filter, track and condition. Mute this block instead.',
  hasRun: (workflow: string) => `“${workflow}” has completed.`,
}

const conflict = {
  status: 'Changed in another window',
  open: 'Compare',
  title: 'This workflow was changed in another window',
  text: 'Nothing is overwritten until you choose. The version that you don’t keep is stored under Versions.',
  diff: 'Changes from the other version to yours:',
  name: (theirs: string, mine: string) => `Name: “${theirs}” there, “${mine}” here`,
  copyName: (name: string) => `${name} (copy)`,
  takeTheirs: 'Use theirs',
  takeTheirsHint: 'Replaces your version with the other window’s; this can be undone',
  keepBoth: 'Save mine as a copy',
  keepBothHint: 'Saves your version as a new workflow and opens it; this workflow keeps the other window’s version',
  keepMine: 'Keep mine',
  keepMineHint: 'Overwrites the other window’s version with yours',
  failed: 'The conflict could not be resolved',
}

export const editor = {
  summary,
  canvas,
  commands,
  panels,
  document,
  screen,
  files,
  palette,
  session,
  conflict,
  toolbar,
}
