import { plural } from '../plural.ts'

/** Usage and credits, in the settings. */
export const usage = {
  failed: 'The usage could not be loaded',
  own: 'This is an installation of your own: runs use its own machine and cost nothing, so there are no credits and no entries.',
  balance: {
    title: 'Credits',
    left: 'Credits left',
    leftHint: 'Without what runs in progress hold.',
    allowance: 'Monthly allowance',
    allowanceHint: 'It replaces what is left of the last month.',
    reset: 'Next allowance',
  },
  limits: {
    title: 'Limits of the plan',
    imagesHint: 'Of all data sets, archived images included.',
    imageBytes: 'Storage of images',
    imageBytesHint: 'The size of the images of data sets.',
    disk: 'Disk space',
    diskHint: 'Of the whole server: runs, uploads, models, images and cache.',
    requests: 'Requests this hour',
    requestsHint: (time: string) => `Counted again from ${time}.`,
    withoutLimit: (used: string) => `${used}, no limit`,
  },
  prices: {
    title: 'Prices',
    kinds: { workflow_run: 'Runs of workflows' },
    units: { frames: 'frames' },
    hint: 'Charged when a run has completed; failed and cancelled runs cost nothing.',
    each: (price: string, quantity: string, unit: string) => `${price} for ${quantity} ${unit}`,
  },
  ledger: {
    title: 'Ledger',
    about:
      'A run holds its estimated cost when it starts. At its end it is charged for its frames, and the rest is available again.',
    failed: 'The ledger could not be loaded',
    none: 'No entries yet. The allowance of a month is entered with the first run of that month.',
    entry: 'Entry',
    state: 'State',
    amount: 'Amount',
    time: 'Time',
    more: 'Show older',
    states: { posted: 'Entered', held: 'Held', charged: 'Charged', released: 'Not charged' },
    allowance: (month: string) => `Allowance of ${month}`,
    run: (workflow: string) => `Run of ${workflow}`,
    deletedRun: 'A run that was deleted',
    other: 'Other entry',
    lapsed: (granted: string, rest: string) => `${granted} replaced ${rest} that was left of the last month`,
    held: (estimate: string) => `The run is not over; ${estimate} is held for it`,
    released: (estimate: string) => `The run did not complete; the held ${estimate} is available again`,
    charged: (frames: number | null, estimate: string) =>
      frames === null ? `Estimated at ${estimate}` : `${plural(frames, 'frame')}; estimated at ${estimate}`,
  },
}
