import { formatCount } from '../plural.ts'
export const shell = {
  appItems: {
    goTo: (place: string) => `Go to ${place}`,
    goToGroup: 'Go to',
    newWorkflow: 'New workflow',
    notMade: 'The workflow could not be created',
    workflows: 'Workflows',
    runOf: (workflow: string) => `Run of ${workflow}`,
    runs: 'Runs',
    places: {
      workflows: 'workflows',
      runs: 'runs',
      data: 'data',
      models: 'models',
      evaluations: 'evaluations',
      deployments: 'deployments',
      activity: 'activity',
      settings: 'settings',
    },
    words: {
      home: 'home start templates',
      runs: 'history results',
      data: 'data sets images annotations labels splits grid',
      models: 'import onnx',
      evaluations: 'accuracy precision recall map confusion matrix metrics',
      deployments: 'endpoint serving inference api predict',
      activity: 'notifications inbox bell webhooks deliveries',
      settings: 'preferences keyboard',
      newWorkflow: 'create empty',
      theme: 'theme colours',
    },
  },
  commandPalette: {
    title: 'All commands',
    placeholder: 'Type a command, a block, a workflow or a run…',
    search: 'Search everything',
    results: 'Results',
    bestMatches: 'Best matches',
    nothing: (query: string) => `No results for “${query}”. Try a shorter search.`,
    choose: 'navigate',
    select: 'select',
    blocksOnly: 'blocks of this workflow',
    commandsOnly: 'commands only',
  },
  connectionBanner: {
    server: (name: string, problem: string) => `${name}: ${problem}`,
    lost: 'Connection lost. Runs continue; this page reconnects automatically.',
    sessionOver:
      'Your session has ended; runs continue. Sign in in another tab; this page then reconnects automatically.',
    signIn: 'Sign in',
    signedOut:
      'This browser is signed out; runs continue. Press Enter in the terminal where Sightline runs, and open the address in another tab; this page then reconnects automatically.',
  },
  errorBoundary: {
    title: 'This screen stopped working',
    safe: 'Your workflows and runs are safe. Try again; if the error persists, report it with the line below.',
  },
  keyCaps: {
    ctrl: 'Ctrl',
    shift: 'Shift',
    enter: 'Enter',
    backspace: 'Backspace',
    home: 'Home',
    end: 'End',
    insert: 'Insert',
    pageUp: 'PageUp',
    pageDown: 'PageDown',

    escape: 'Esc',
    delete: 'Del',
    space: 'Space',
  },
  menuCommands: {
    failed: 'The command failed',
  },
  ownTextsFailed: 'The texts of your language could not be loaded, so this page is in English. Reload it to try again.',
  paletteSearch: {
    recent: 'Recent',
  },
  ports: {
    refused: 'The connection was refused.',
  },
  rail: {
    workflows: 'Workflows',
    runs: 'Runs',
    models: 'Models',
    settings: 'Settings',
    main: 'Main',
    toWorkflows: 'Sightline, go to workflows',
  },
  runEndNotices: {
    unsupported: 'This browser can’t show notifications.',
    blocked:
      'Notifications are blocked. Allow them for this page in the browser’s settings, then turn this setting on again.',
    counted: (source: string, count: number) => `${source}. ${formatCount(count)} crossings counted.`,
    completed: (workflow: string) => `“${workflow}” has completed`,
    interrupted: (workflow: string) => `“${workflow}” was interrupted`,
    failed: (workflow: string) => `“${workflow}” failed`,
  },
  settingsContext: {
    notSaved: 'The setting could not be saved',
  },
  shell: {
    skip: 'Skip to content',
  },
  splash: {
    noHost: 'Sightline’s background process is not responding. Restart Sightline; this page reconnects automatically.',
    connecting: 'Connecting',
  },
  workflowFile: {
    notJson: 'This file is not JSON. Choose a .sightline.json file or a result file of a run.',
    notAWorkflow:
      'This JSON file is not a Sightline workflow and contains none. Choose a .sightline.json file, a graph or a result file of a run.',
    newer: 'This workflow was saved by a newer Sightline. Update Sightline to open it.',
    requires: (needed: string, current: string) =>
      `This workflow needs Sightline ${needed} or later. This is Sightline ${current}.`,
    at: (path: string) => ` at ${path}`,
    damaged: (where: string, reason: string) => `This workflow file is damaged${where}: ${reason}.`,
    unreadableGraph: (reason: string) => `This graph can’t be read. ${reason}`,
  },
}
