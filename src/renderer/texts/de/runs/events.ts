import type { Texts } from '../../en/index.ts'
import { formatCount, plural } from '../../plural.ts'

export const events: Texts['runs']['events'] = {
  entries: 'Betreten',
  panel: {
    title: 'Ereignisse',
    event: 'Ereignis',
    direction: 'Richtung',
    to: 'nach',
    places: 'Orte',
    directions: 'Richtungen',
    classes: 'Klassen',
    clear: 'Filter aufheben',
    all: {
      type: 'Ohne Belegung',
      geometry: 'Alle Orte',
      direction: 'Alle Richtungen',
      className: 'Alle Klassen',
    },
    noMatches: 'Kein Ereignis passt zum Filter.',
    onlyOccupancy:
      'Es gibt keine Überquerungen und keine Besuche. Das Diagramm zeigt die Belegung; wählen Sie sie oben aus, um ihre Werte aufzulisten.',
    none: 'Es wurden keine Ereignisse gemessen. Fügen Sie eine Messung mit einer Linie oder Zone hinzu, um sie zu zählen.',
    reading: (n) => `${plural(n, 'Ereignis', 'Ereignisse')}, wird gelesen …`,
    first: (count, read) =>
      `${count}, aus den ersten ${formatCount(read)} Einträgen. Die Datei enthält mehr: Unter „Dateien“ lässt sie sich vollständig herunterladen.`,
    broken: (count, why) => `${count}. Der Rest fehlt: ${why}`,
    count: (count, all) => `${count} ${all === 1 ? 'Ereignis' : 'Ereignisse'}`,
  },
}
