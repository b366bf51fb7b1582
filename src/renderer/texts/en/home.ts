import { plural } from '../plural.ts'

export const home = {
  hero: {
    title: 'See what happens in your video',
    pitch:
      'Connect blocks into a pipeline: a video, a model, a tracker, a line to count at. Run it on your own files and inspect every result.',
    onThisComputer: 'Everything stays on this computer.',
    onServer: 'The server runs it and keeps your files and results.',
    demo: 'Try the demo',
    empty: 'Start with an empty canvas',
    tour: 'Take the tour',
    hint: 'The demo counts road users at a street crossing. Open it and press Run, or take the tour of eight steps.',
    demoFrame: 'A frame of the demo: road users in labelled boxes, and two lines that count crossings',
  },
  homeScreen: {
    title: 'Workflows',
    search: 'Search workflows and templates',
    newWorkflow: 'New workflow',
    cannotShow: 'Workflows can’t be shown',
    nothingFound: 'Nothing found',
    nothingHas: (query: string) => `No workflow and no template has “${query}” in its name or description.`,
    loading: 'Loading workflows',
  },
  openFile: {
    failed: 'The file could not be opened',
    open: 'Open file',
  },
  templateShelf: {
    title: 'Templates',
    runsAtOnce: 'Ready to run on the demo video.',
  },
  useWorkflows: {
    notCreated: 'The workflow could not be created',
    templateNotOpened: 'The template could not be opened',
    copyOf: (name: string) => `${name} copy`,
    notDuplicated: 'The workflow could not be duplicated',
  },
  workflowCard: {
    empty: 'Empty',
    renameTitle: 'Rename workflow',
    more: (name: string) => `More actions for ${name}`,
    duplicate: 'Duplicate',
    blocks: (n: number) => plural(n, 'block'),
    openLastRun: 'Open last run',
  },
}
