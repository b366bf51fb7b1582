/** Commands for the whole workflow: run, save, files. */

import { saveVersion } from '../../../../parts/workflow/versions/versions.ts'
import { texts } from '../../../../texts/texts.ts'
import { isLive } from '../../session/run-store.ts'
import { setUi } from '../../session/ui-store.ts'
import type { EditorCommand } from './command.ts'

export const WORKFLOW_COMMANDS: readonly EditorCommand[] = [
  {
    id: 'run',
    label: texts.editor.commands.workflow.run,
    group: 'Workflow',
    keys: ['Ctrl+Enter'],
    inFields: true,
    words: texts.editor.commands.workflow.runWords,
    act: ({ actions }) => void actions.run(),
  },
  {
    id: 'run-many',
    label: texts.batch.runMany,
    group: 'Workflow',
    keys: [],
    words: texts.batch.runManyWords,
    act: ({ actions }) => actions.runOnManyFiles(),
  },
  {
    id: 'cancel-run',
    label: texts.outline.cancelRun,
    group: 'Workflow',
    keys: [],
    words: texts.editor.commands.workflow.cancelRunWords,
    when: ({ session }) => isLive(session.runs.store.getState().run),
    act: ({ session }) => void session.runs.cancel(),
  },
  {
    id: 'save',
    label: texts.editor.commands.workflow.saveNow,
    group: 'Workflow',
    keys: ['Ctrl+S'],
    inFields: true,
    act: ({ session }) => void session.autosave.flush(),
  },
  {
    id: 'save-version',
    label: texts.versions.saveCommand,
    group: 'Workflow',
    keys: ['Ctrl+Alt+S'],
    inFields: true,
    words: texts.versions.saveWords,
    act: ({ session }) => saveVersion(session),
  },
  {
    id: 'versions',
    label: texts.versions.open,
    group: 'Workflow',
    keys: ['Shift+H'],
    words: texts.versions.searchWords,
    act: () => setUi({ versions: true }),
  },
  {
    id: 'choose-video',
    label: texts.editor.commands.workflow.chooseVideo,
    group: 'Workflow',
    keys: [],
    words: texts.editor.commands.workflow.chooseVideoWords,
    act: ({ files }) => void files.chooseSource(),
  },
  {
    id: 'open-file',
    label: texts.editor.commands.workflow.open,
    group: 'Workflow',
    keys: ['Ctrl+O'],
    words: texts.editor.commands.workflow.openWords,
    act: ({ files }) => void files.openWorkflow(),
  },
  {
    id: 'save-file',
    label: texts.editor.commands.workflow.saveAs,
    group: 'Workflow',
    keys: ['Ctrl+Shift+S'],
    words: texts.editor.commands.workflow.saveAsWords,
    act: ({ files }) => void files.saveWorkflow(),
  },
  {
    id: 'problems',
    label: texts.editor.commands.workflow.problems,
    group: 'Workflow',
    keys: [],
    words: texts.editor.commands.workflow.problemsWords,
    act: () => setUi({ dock: 'problems' }),
  },
  {
    id: 'progress',
    label: texts.editor.commands.workflow.progress,
    group: 'Workflow',
    keys: [],
    words: texts.editor.commands.workflow.progressWords,
    act: () => setUi({ dock: 'run' }),
  },
]
