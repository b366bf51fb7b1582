import type { Texts } from '../../en/index.ts'
import { formatCount, plural } from '../../plural.ts'

const images = (n: number) => plural(n, 'Bild', 'Bilder')
const ofImages = (n: number) => plural(n, 'Bild', 'Bildern')

export const duplicates: Texts['data']['duplicates'] = {
  title: 'Beinahe gleiche Bilder',
  failed: 'Die beinahe gleichen Bilder konnten nicht geladen werden',
  scan: 'Suche nach beinahe gleichen Bildern',
  start: 'Beinahe gleiche finden',
  again: 'Erneut suchen',
  threshold: 'Ähnlich ab',
  percent: ' %',
  waiting: 'Wartet auf Arbeiten davor…',
  running: (done, total) => `${formatCount(done)} von ${ofImages(total)} verglichen`,
  progress: 'Fortschritt der Suche',
  notCancelled: 'Die Suche konnte nicht beendet werden',
  cancelled: 'Die Suche wurde beendet.',
  scanFailed: 'Die Suche ist fehlgeschlagen.',
  scanned: (n, when) => `${images(n)} verglichen, ${when}. Später hinzugefügte Bilder fehlen darin.`,
  notScanned: 'Beinahe gleiche Bilder finden',
  notScannedHint:
    'Einzelbilder einer ruhigen Szene und Kopien eines Fotos machen einen Datensatz größer, nicht besser. Eine Suche bildet Gruppen; ein Bild jeder Gruppe bleibt, die anderen werden archiviert.',
  none: 'Keine beinahe gleichen Bilder',
  noneHint: 'Keine zwei Bilder sind so ähnlich. Ein niedrigerer Wert findet mehr.',
  doneHint: 'Von jeder Gruppe ist höchstens ein Bild übrig.',
  found: (groups, n) =>
    `${plural(groups, 'Gruppe', 'Gruppen')} beinahe gleicher Bilder: ${images(n)} mehr als eines je Gruppe.`,
  group: (n, count) => `Gruppe ${formatCount(n)}: ${images(count)}`,
  archive: (n) => `${images(n)} archivieren`,
  archiveAll: (n) => `${images(n)} dieser Gruppen archivieren`,
  keep: (name) => `${name} behalten`,
  kept: 'Behalten',
  leaving: 'Archivieren',
  isKept: 'Bleibt im Datensatz. Ein Klick wählt es zum Archivieren.',
  isLeaving: 'Wird archiviert. Ein Klick behält es.',
  showAll: (n) => `${formatCount(n)} weitere zeigen`,
  unread: (n) => `${images(n)} mehr in dieser Gruppe: diese zuerst archivieren, dann erneut suchen.`,
  size: (width, height) => `${width} × ${height}`,
  annotations: (n) => plural(n, 'Annotation', 'Annotationen'),
  controls: { first: 'Erste Seite', previous: 'Vorige Seite', next: 'Nächste Seite', last: 'Letzte Seite' },
}
