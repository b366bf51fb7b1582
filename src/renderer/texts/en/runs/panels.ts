import { formatCount } from '../../plural.ts'
export const panels = {
  artifactSelect: {
    file: 'File',
  },
  blocks: {
    block: 'Block',
    detections: 'Detections',
    msPerFrame: 'ms/frame',
    reusedFrom: (when: string) => `Reused from a run of ${when}; nothing upstream has changed since`,
    reused: 'Reused',
    otherOptions: 'Made with other options',
    otherOptionsHint: 'The input options of the model have changed since this run.',
  },
  counts: {
    atMost: (n: number) => `at most ${formatCount(n)} inside`,
    visits: 'Visits',
    timeInside: 'Time inside',
    show: 'Show these events',
  },
  csv: {
    noRows: 'The file has no rows.',
    first: (n: number) => `The first ${formatCount(n)} rows. Download the file to see them all.`,
    rows: (n: number, reading: string) => `${formatCount(n)} rows${reading}`,
  },
  liveFrame: {
    alt: 'Latest annotated frame of the run',
    at: (time: string) => `Live · ${time}`,
  },
  json: {
    record: 'Record',
    noRecords: 'The file has no records.',
    recordN: (n: number) => `Record ${n}`,
    first: (n: number) => `The first ${formatCount(n)} records. Download the file to see them all.`,
    records: (n: number, reading: string) => `${formatCount(n)} records${reading}`,
  },
  log: {
    nothing: 'The log is empty.',
    title: 'Log',
  },
  progress: {
    title: 'Progress',
    gettingReady: 'Preparing',
    running: 'Running',
    ofRun: 'Progress of the run',
    ofTotal: (n: number) => `of ${formatCount(n)}`,
    videoTime: 'Video time',
  },
}
