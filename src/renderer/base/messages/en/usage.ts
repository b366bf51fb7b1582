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
    kinds: {
      workflow_run: 'Runs of workflows',
      model_evaluation: 'Evaluations of models',
      annotation_batch: 'Batches of auto-annotation',
      deployment: 'Containers of deployments',
    },
    units: {
      frames: 'frames',
      images: 'images',
      passes: 'passes of a model',
      cpu_minutes: 'minutes on a CPU',
      t4_minutes: 'minutes on a T4',
      l4_minutes: 'minutes on an L4',
      a10g_minutes: 'minutes on an A10G',
      a100_minutes: 'minutes on an A100',
    },
    hint: 'Charged at the end. Failed work and cancelled runs cost nothing; a cancelled evaluation pays for the images that it evaluated.',
    each: (price: string, quantity: string, unit: string) => `${price} for ${quantity} ${unit}`,
  },
  ledger: {
    title: 'Ledger',
    about:
      'A run or an evaluation holds its estimated cost when it starts. At its end it is charged for its frames or images, and the rest is available again.',
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
    /** By the kind of work. */
    works: {
      model_evaluation: 'Evaluation of a model',
      annotation_batch: 'Batch of auto-annotation',
      deployment: 'Uptime of a deployment',
    },
    other: 'Other entry',
    lapsed: (granted: string, rest: string) => `${granted} replaced ${rest} that was left of the last month`,
    held: (estimate: string) => `Not over yet; ${estimate} is held for it`,
    released: (estimate: string) => `Cost nothing; the held ${estimate} is available again`,
    charged: (quantity: string | null, estimate: string) =>
      quantity === null ? `Estimated at ${estimate}` : `${quantity}; estimated at ${estimate}`,
    /** By the unit of the measure. */
    quantities: {
      frames: (n: number) => plural(n, 'frame'),
      images: (n: number) => plural(n, 'image'),
      passes: (n: number) => plural(n, 'pass', 'passes'),
      cpu_minutes: (n: number) => `${Math.round(60 * n)} s on a CPU`,
      t4_minutes: (n: number) => `${Math.round(60 * n)} s on a T4`,
      l4_minutes: (n: number) => `${Math.round(60 * n)} s on an L4`,
      a10g_minutes: (n: number) => `${Math.round(60 * n)} s on an A10G`,
      a100_minutes: (n: number) => `${Math.round(60 * n)} s on an A100`,
    },
  },
}
