import type { Texts } from '../../en/index.ts'
import { formatCount, plural } from '../../plural.ts'

const images = (n: number) => plural(n, 'Bild', 'Bilder')
const ofImages = (n: number) => plural(n, 'Bild', 'Bildern')

export const bulk: Texts['data']['bulk'] = {
  label: 'Aktionen für ausgewählte Bilder',
  export: 'Exportieren',
  tooManyToExport: (n) =>
    `Ein Export nennt höchstens ${formatCount(n)} Bilder. Wählen Sie weniger aus, oder exportieren Sie ein Verzeichnis.`,
  chosen: (n) => `${formatCount(n)} ausgewählt`,
  chooseNone: 'Auswahl aufheben',
  reading: (done, total) => `${formatCount(done)} von ${formatCount(total)} gelesen`,
  changing: (done, total) => `${formatCount(done)} von ${formatCount(total)} geändert`,
  progressLabel: 'Fortschritt der Änderung',
  stop: 'Beenden',
  stopped: (n) => `Beendet: ${n === 1 ? '1 Bild wurde' : `${formatCount(n)} Bilder wurden`} nicht geändert.`,
  failed: 'Die Bilder konnten nicht geändert werden',
  renamed: (n) => `${images(n)} ${n === 1 ? 'bekam' : 'bekamen'} eine Nummer, da der Name vergeben war.`,
  statusSet: (n, status) => `Status von ${ofImages(n)} auf „${status}“ gesetzt.`,
  splitSet: (n, split) => `Split von ${ofImages(n)} auf „${split}“ gesetzt.`,
  similar: 'Ähnliche Bilder finden',
  similarHint: 'Zeigt Bilder desselben Verzeichnisses, die diesem ähnlich sehen.',
  move: 'Verschieben',
  moveTitle: (n) => `${images(n)} verschieben`,
  moveAction: 'Verschieben',
  moved: (n, path) => `${images(n)} nach ${path} verschoben.`,
  copy: 'Kopieren',
  copyTitle: (n) => `${images(n)} kopieren`,
  copyAction: 'Kopieren',
  copied: (n, path) => `${images(n)} mit Annotationen nach ${path} kopiert.`,
  directory: 'Verzeichnis',
  directoryHint: 'Im Datensatz, wie /train/cars. / ist die oberste Ebene.',
  newDirectory: (path) => `Das Verzeichnis ${path} wird angelegt.`,
  archive: 'Archivieren',
  archived: (n) => `${images(n)} archiviert.`,
  unarchive: 'Zurückholen',
  unarchived: (n) => `${images(n)} zurückgeholt.`,
  remove: 'Löschen',
  removeTitle: (n) => `${images(n)} endgültig löschen?`,
  removeAction: (n) => `${images(n)} löschen`,
  removeLost: (n) =>
    n === 1
      ? 'Das Bild und seine Annotationen werden gelöscht. Exporte, die es enthalten, behalten ihre Kopie. Das lässt sich nicht rückgängig machen; ein archiviertes Bild lässt sich zurückholen.'
      : 'Die Bilder und ihre Annotationen werden gelöscht. Exporte, die sie enthalten, behalten ihre Kopien. Das lässt sich nicht rückgängig machen; archivierte Bilder lassen sich zurückholen.',
  removed: (n) => `${images(n)} gelöscht.`,
  failuresTitle: (n) => `${n === 1 ? '1 Bild wurde' : `${formatCount(n)} Bilder wurden`} nicht geändert`,
  moreFailures: (n) => `und ${formatCount(n)} weitere`,
}
