import { plural } from '../../plural.ts'
export const page = {
  buttons: {
    resume: 'Resume',
    more: 'More',
    deleteRun: 'Delete run',
    resumesNear: (time: string) => `Continues near ${time} of the video and keeps all earlier results`,
  },
  facts: {
    reusedWhat: 'Detections and tracks of an earlier run',
    source: 'Source',
    size: 'Size',
    reused: 'Reused',
    seconds: (seconds: string) => `${seconds} s`,
  },
  results: {
    tracks: 'Tracks',
    files: 'Files',
    blocks: 'Blocks',
    wrote: (n: number) =>
      `This run wrote ${plural(n, 'file')}. Add a visualize block and a video sink to see the result here.`,
  },
  screen: {
    runOf: (workflow: string) => `Run of ${workflow}`,
    run: 'Run',
    cannotShow: 'This run can’t be shown',
    openWorkflow: 'Open the workflow',
  },
  actions: {
    notCancelled: 'The run could not be cancelled',
    notStarted: 'The run could not be started',
    notResumed: 'The run could not be resumed',
    runOf: (workflow: string) => `Run of “${workflow}”`,
    folderNotShown: 'The folder could not be shown',
  },
}
