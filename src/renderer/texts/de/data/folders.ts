import type { Texts } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const folders: Texts['data']['folders'] = {
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
