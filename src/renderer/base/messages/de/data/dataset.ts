import type { Texts } from '../../en/index.ts'
import { formatCount, plural } from '../../plural.ts'

export const dataset: Texts['data']['dataset'] = {
  failed: 'Der Datensatz konnte nicht geladen werden',
  stale: (reason) => `Der Datensatz konnte nicht aktualisiert werden: ${reason}`,
  pages: { label: 'Seiten des Datensatzes', images: 'Bilder', insights: 'Statistik', tasks: 'Aufgaben' },
  addImages: 'Bilder hinzufügen',
  adding: (done, all) => `${formatCount(done)} von ${formatCount(all)} hinzugefügt…`,
  added: (n) => `${plural(n, 'Bild', 'Bilder')} hinzugefügt.`,
  notAdded: (n) => (n === 1 ? 'Ein Bild wurde nicht hinzugefügt' : `${formatCount(n)} Bilder wurden nicht hinzugefügt`),
}
