import type { Texts } from '../../en/index.ts'
import { formatCount, plural } from '../../plural.ts'

export const grid: Texts['data']['grid'] = {
  label: 'Bilder',
  failed: 'Die Bilder konnten nicht geladen werden',
  stale: (reason) => `Die Bilder konnten nicht aktualisiert werden: ${reason}`,
  count: (n) => plural(n, 'Bild', 'Bilder'),
  firstOnly: (n) => `Nur die ersten ${formatCount(n)} Bilder werden gezeigt. Filtern Sie, um andere zu sehen.`,
  cell: (name, status, split, annotations) =>
    [name, status, split, plural(annotations, 'Annotation', 'Annotationen')].filter((part) => part !== null).join(', '),
  cellLoading: 'Bild wird geladen',
  similarity: 'Ähnlichkeit mit dem ersten Bild',
  percent: (share: number) => `${Math.round(100 * share)} %`,
  unread: (n: number) =>
    `${plural(n, 'Bild fehlt', 'Bilder fehlen')} noch in dieser Suche: Das Modell liest sie gerade.`,
  boxes: 'Rahmen',
  size: 'Größe der Bilder',
  noMatch: 'Kein Bild passt',
  noMatchHint: 'Kein Bild dieses Datensatzes erfüllt alle Filter.',
  none: 'Noch keine Bilder',
  noneHint:
    'Fügen Sie Dateien oder einen Ordner, ein Archiv mit Annotationen, Einzelbilder eines Videos oder eines Laufs oder einen Bucket hinzu. Dateien lassen sich auch hier ablegen.',
  noneArchived: 'Keine archivierten Bilder',
  noneArchivedHint:
    'Ein archiviertes Bild fehlt im Raster, in Exporten und in Auswertungen. Hier lässt es sich zurückholen.',
}
