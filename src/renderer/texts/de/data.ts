import type { Texts } from '../en/index.ts'
import { bring } from './data/bring.ts'
import { bulk } from './data/bulk.ts'
import { dataset } from './data/dataset.ts'
import { derive } from './data/derive.ts'
import { duplicates } from './data/duplicates.ts'
import { exports } from './data/exports.ts'
import { filters } from './data/filters.ts'
import { folders } from './data/folders.ts'
import { frames } from './data/frames.ts'
import { grid } from './data/grid.ts'
import { image } from './data/image.ts'
import { insights } from './data/insights.ts'
import { label } from './data/label.ts'
import { list } from './data/list.ts'
import { preLabel } from './data/pre-label.ts'
import { splits } from './data/splits.ts'
import { tasks } from './data/tasks.ts'
import { words } from './data/words.ts'

export const data: Texts['data'] = {
  bring,
  bulk,
  dataset,
  derive,
  duplicates,
  exports,
  filters,
  folders,
  frames,
  grid,
  image,
  insights,
  label,
  list,
  preLabel,
  splits,
  tasks,
  words,
}
