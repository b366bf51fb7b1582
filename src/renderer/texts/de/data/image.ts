import type { Texts } from '../../en/index.ts'
import { formatCount } from '../../plural.ts'

export const image: Texts['data']['image'] = {
  one: 'Bild',
  failed: 'Das Bild konnte nicht geladen werden',
  isGone: 'Dieses Bild gibt es in diesem Datensatz nicht mehr.',
  of: (number, total) => `${formatCount(number)} von ${formatCount(total)}`,
  previous: 'Voriges Bild (A)',
  next: 'Nächstes Bild (D)',
  statusHint: 'Alt+1 bis Alt+4 setzen ihn.',
  notSet: 'Der Status konnte nicht gesetzt werden',
  file: 'Dateiname',
  directory: 'Verzeichnis',
  size: 'Größe',
  pixels: (width, height) => `${width} × ${height}`,
  bytes: 'Dateigröße',
  added: 'Hinzugefügt',
  list: 'Liste',
}
