import type { Texts } from '../../en/index.ts'
import { formatCount, plural } from '../../plural.ts'

export const image: Texts['data']['image'] = {
  one: 'Bild',
  failed: 'Das Bild konnte nicht geladen werden',
  isGone: 'Dieses Bild gibt es in diesem Datensatz nicht mehr.',
  notShown: 'Die Datei dieses Bildes kann nicht gezeigt werden.',
  alt: (name) => `Bild ${name} mit seinen Annotationen`,
  of: (number, total) => `${formatCount(number)} von ${formatCount(total)}`,
  previous: 'Voriges Bild (A)',
  next: 'Nächstes Bild (D)',
  facts: 'Angaben zum Bild',
  statusHint: 'Alt+1 bis Alt+4 setzen ihn.',
  notSet: 'Der Status konnte nicht gesetzt werden',
  file: 'Dateiname',
  directory: 'Verzeichnis',
  size: 'Größe',
  pixels: (width, height) => `${width} × ${height}`,
  bytes: 'Dateigröße',
  added: 'Hinzugefügt',
  list: 'Liste',
  annotations: (n) => plural(n, 'Annotation', 'Annotationen'),
  noAnnotations: 'Dieses Bild hat keine Annotationen.',
  more: (n) => `und ${formatCount(n)} weitere`,
}
