import type { Texts } from '../../en/index.ts'
import { formatCount, plural } from '../../plural.ts'

export const list: Texts['data']['list'] = {
  title: 'Daten',
  one: 'Datensatz',
  failed: 'Die Datensätze konnten nicht geladen werden',
  stale: (reason) => `Die Liste konnte nicht aktualisiert werden: ${reason}`,
  none: 'Noch keine Datensätze',
  noneHint:
    'Ein Datensatz ist eine Sammlung von Bildern mit ihren Annotationen, für Auswertungen, Exporte und Workflows. Legen Sie einen an und fügen Sie dann Bilder hinzu.',
  noneArchived: 'Keine archivierten Datensätze',
  noneArchivedHint: 'Ein archivierter Datensatz fehlt in der Liste. Alles darin bleibt erhalten.',
  which: 'Gezeigte Datensätze',
  current: 'Aktuell',
  archived: 'Archiviert',
  count: (n) => plural(n, 'Datensatz', 'Datensätze'),
  name: 'Name',
  images: 'Bilder',
  archivedImages: (n) => `${formatCount(n)} archiviert`,
  completed: 'Fertig',
  classes: 'Klassen',
  size: 'Größe',
  updated: 'Geändert',
  actions: 'Aktionen',
  create: 'Neuer Datensatz',
  createTitle: 'Neuer Datensatz',
  createAction: 'Datensatz anlegen',
  types: 'Arten von Annotationen',
  typesHint: 'Weitere Arten lassen sich später hinzufügen.',
  typeNames: { bbox: 'Rahmen', polygon: 'Polygone', polyline: 'Linienzüge', keypoint: 'Schlüsselpunkte' },
  chooseType: 'Wählen Sie mindestens eine Art.',
  classesHint: 'Drücken Sie nach jeder Klasse die Eingabetaste. Weitere Klassen lassen sich später hinzufügen.',
  renameOne: (name) => `„${name}“ umbenennen`,
  renameTitle: (name) => `„${name}“ umbenennen`,
  archiveOne: (name) => `„${name}“ archivieren`,
  unarchiveOne: (name) => `„${name}“ aus dem Archiv zurückholen`,
  isArchived: (name) => `„${name}“ archiviert.`,
  isUnarchived: (name) => `„${name}“ zurückgeholt.`,
  notChanged: 'Der Datensatz konnte nicht geändert werden',
  deleteOne: (name) => `„${name}“ löschen`,
  deleteTitle: (name) => `„${name}“ löschen?`,
  deleteAction: 'Datensatz löschen',
  deleteLost: (images) =>
    images === 0
      ? 'Der Datensatz hat keine Bilder. Seine Klassen und Verzeichnisse werden gelöscht. Das lässt sich nicht rückgängig machen.'
      : `${plural(images, 'Bild', 'Bilder')} mit allen Annotationen ${images === 1 ? 'wird' : 'werden'} gelöscht. Exporte des Datensatzes bleiben erhalten. Das lässt sich nicht rückgängig machen.`,
  usedBy: 'Diese Workflows verwenden ihn und können nicht mehr laufen:',
}
