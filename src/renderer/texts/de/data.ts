import type { Texts } from '../en/index.ts'
import { formatCount, plural } from '../plural.ts'
import { bring } from './data/bring.ts'
import { bulk } from './data/bulk.ts'
import { derive } from './data/derive.ts'
import { duplicates } from './data/duplicates.ts'
import { exports } from './data/exports.ts'
import { filters } from './data/filters.ts'
import { frames } from './data/frames.ts'
import { grid } from './data/grid.ts'
import { image } from './data/image.ts'
import { insights } from './data/insights.ts'
import { label } from './data/label.ts'
import { list } from './data/list.ts'
import { preLabel } from './data/pre-label.ts'
import { tasks } from './data/tasks.ts'

const words: Texts['data']['words'] = {
  status: 'Status',
  split: 'Split',
  class: 'Klasse',
  statuses: { new: 'Neu', annotate: 'Zu annotieren', review: 'Zu prüfen', complete: 'Fertig' },
  splits: { train: 'Training', valid: 'Validierung', test: 'Test', none: 'Kein Split' },
  splitLetters: { train: 'T', valid: 'V', test: 'E' },
}

const dataset: Texts['data']['dataset'] = {
  failed: 'Der Datensatz konnte nicht geladen werden',
  stale: (reason) => `Der Datensatz konnte nicht aktualisiert werden: ${reason}`,
  pages: {
    label: 'Seiten des Datensatzes',
    images: 'Bilder',
    insights: 'Statistik',
    duplicates: 'Beinahe gleiche',
    tasks: 'Aufgaben',
  },
}

const splits: Texts['data']['splits'] = {
  open: 'Auf Splits verteilen…',
  title: 'Bilder auf Splits verteilen',
  together: 'Zusammenhalten',
  togetherHint: 'Bilder einer Gruppe sind nie in zwei Splits, damit kein Test Gelerntes abfragt.',
  groupings: {
    image: 'Einzelbilder eines Videos und gleiche Dateien',
    directory_hour: 'Auch Bilder eines Verzeichnisses aus einer Stunde',
    near_duplicates: 'Auch beinahe gleiche der letzten Suche',
  },
  badSum: (percent) => `Die Anteile ergeben ${formatCount(percent)} %, nicht 100 %.`,
  start: 'Verteilen',
  done: (train, valid, test) =>
    `${plural(train, 'Bild', 'Bilder')} in train, ${formatCount(valid)} in valid, ${formatCount(test)} in test.`,
}

const folders: Texts['data']['folders'] = {
  label: 'Verzeichnisse',
  all: 'Alle Bilder',
  row: (name, images) => `${name}, ${plural(images, 'Bild', 'Bilder')}`,
  create: 'Neues Verzeichnis',
  createTitle: 'Neues Verzeichnis',
  createAction: 'Verzeichnis anlegen',
  rename: 'Verzeichnis umbenennen',
  renameTitle: (path) => `${path} umbenennen`,
  renamed: (from, to) => `${from} heißt jetzt ${to}.`,
  notRenamed: 'Das Verzeichnis konnte nicht umbenannt werden',
  remove: 'Verzeichnis löschen',
  removeTitle: (path) => `Verzeichnis ${path} löschen?`,
  removeHint: (parent) =>
    `Kein Bild geht verloren: Die Bilder darin und in Verzeichnissen darunter kommen nach ${parent}. Ein Bild, dessen Name dort vergeben ist, erhält eine Nummer.`,
}

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
