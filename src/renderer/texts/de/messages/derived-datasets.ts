/** Data sets that are made of the images of another one. */
import type { derivedDatasets as english } from '../../../../shared/messages/en/derived-datasets.ts'

export const derivedDatasets: Record<keyof typeof english, string> = {
  'derive.one_kind': 'Geben Sie entweder augment oder tile an.',
  'derive.tile_size': 'Geben Sie entweder die Größe der Kacheln an oder Zeilen und Spalten.',
  'derive.range': 'Der größte Wert liegt unter dem kleinsten.',
  'derive.many_tiles': 'Ein Bild hätte {n, number} Kacheln; erlaubt sind {most, number}.',
  'derive.some_failed':
    '{n, plural, one {# Bild wurde} other {# Bilder wurden}} ausgelassen, zuerst „{name}“: {reason} Die Bilder, die aus den übrigen entstanden, sind im neuen Datensatz.',
  'derive.disk_full':
    'Der Datenträger ist voll. Schaffen Sie Platz, und wiederholen Sie den Auftrag: Er fährt fort, wo er aufhörte.',
  'derive.fault':
    'Der Auftrag hielt wegen eines Fehlers in Sightline an. Wiederholen Sie ihn: Er fährt fort, wo er aufhörte.',
}
