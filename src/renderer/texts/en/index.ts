/** English, the first language: its shape is what every other language must fill. */
import { access } from './access.ts'
import { activity } from './activity.ts'
import { audit } from './audit.ts'
import { batch } from './batch.ts'
import { blocks } from './blocks.ts'
import { compare } from './compare.ts'
import { data } from './data.ts'
import { deployments } from './deployments.ts'
import { devices } from './devices.ts'
import { editor } from './editor.ts'
import { evaluations } from './evaluations.ts'
import { getModel } from './get-model.ts'
import { guide } from './guide.ts'
import { home } from './home.ts'
import { jobs } from './jobs.ts'
import { lab } from './lab.ts'
import { labelling } from './labelling.ts'
import { labels } from './labels.ts'
import { modelInput } from './model-input.ts'
import { models } from './models.ts'
import { outline } from './outline.ts'
import { preview } from './preview.ts'
import { runs } from './runs.ts'
import { server } from './server.ts'
import { settings } from './settings.ts'
import { sharing } from './sharing.ts'
import { shell } from './shell.ts'
import { storageConnections } from './storage-connections.ts'
import { tour } from './tour.ts'
import { ui } from './ui.ts'
import { usage } from './usage.ts'
import { versions } from './versions.ts'
import { webhooks } from './webhooks.ts'

export const en = {
  access,
  activity,
  audit,
  batch,
  blocks,
  compare,
  data,
  deployments,
  devices,
  editor,
  evaluations,
  getModel,
  guide,
  home,
  jobs,
  lab,
  labelling,
  labels,
  modelInput,
  models,
  outline,
  preview,
  runs,
  server,
  settings,
  sharing,
  shell,
  storageConnections,
  tour,
  ui,
  usage,
  versions,
  webhooks,
}

/** The catalogue: sentences, and functions for sentences with something in them. */
export type Texts = Loose<typeof en>

/** The same names with any string in place of the English one. */
type Loose<T> = T extends string
  ? string
  : T extends (...args: infer A) => string
    ? (...args: A) => string
    : { [K in keyof T]: Loose<T[K]> }
