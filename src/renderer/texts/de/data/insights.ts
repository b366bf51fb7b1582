import type { Texts } from '../../en/index.ts'
import { formatCount, plural } from '../../plural.ts'

export const insights: Texts['data']['insights'] = {
  failed: 'Die Statistik konnte nicht geladen werden',
  figures: 'Zahlen des Datensatzes',
  images: 'Bilder',
  annotatedImages: 'Annotierte Bilder',
  annotations: 'Annotationen',
  perImage: 'Annotationen je Bild',
  bytes: 'Größe',
  classes: 'Annotationen nach Klasse',
  classesHint: 'Ein Balken führt zu den Bildern seiner Klasse.',
  imagesOfClass: (n) => `${plural(n, 'Bild', 'Bilder')} dieser Klasse zeigen`,
  moreClasses: (n) => `und ${formatCount(n)} weitere Klassen mit weniger Annotationen`,
  noAnnotations: 'Noch ist kein Bild annotiert.',
  statuses: 'Bilder nach Status',
  density: 'Bilder nach Zahl der Annotationen',
  range: (least, most) =>
    most === null ? `${formatCount(least)} oder mehr` : least === most ? formatCount(least) : `${least}–${most}`,
  sizes: 'Bilder nach Größe in Pixeln',
  moreSizes: (n) => `und ${formatCount(n)} weitere Größen mit weniger Bildern`,
  showImages: 'Diese Bilder zeigen',
  showAnnotated: 'Alle annotierten Bilder zeigen',
}
