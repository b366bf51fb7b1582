import type { Texts } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const folders: Texts['data']['folders'] = {
  label: 'Verzeichnisse',
  all: 'Alle Bilder',
  row: (name, images) => `${name}, ${plural(images, 'Bild', 'Bilder')}`,
  create: 'Neues Verzeichnis',
  createTitle: 'Neues Verzeichnis',
  createAction: 'Verzeichnis anlegen',
}
