import { plural } from '../../plural.ts'
export const toolbar = {
  run: {
    blocked: (problems: string, first: string) => `${problems} to fix first. ${first}`,
    problems: (n: number) => plural(n, 'problem'),
    unfinished: (steps: string, first: string) => `${steps} left before it can run. ${first}`,
    steps: (n: number) => plural(n, 'step'),
    saveAndRun: 'Save and run (Ctrl+Enter)',
    run: 'Run',
  },
  save: {
    notSaved: (reason: string) => `Not saved: ${reason}`,
    retry: 'Retry',
    saved: 'Saved',
    saving: 'Saving…',
  },
  bar: {
    hideBlocks: 'Hide the blocks',
    showBlocks: 'Show the blocks',
    arrange: 'Arrange the blocks',
    workflowFile: 'Workflow file',
    chooseVideo: 'Choose video',
    undo: (what: string) => `Undo: ${what}`,
    nothingToUndo: 'Nothing to undo',
    redo: (what: string) => `Redo: ${what}`,
    nothingToRedo: 'Nothing to redo',
  },
  name: {
    name: 'Name of the workflow',
    rename: 'Rename the workflow',
  },
}
