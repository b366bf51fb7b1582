import type { Texts } from '../../en/index.ts'
import { formatCount, plural } from '../../plural.ts'

export const words: Texts['runs']['words'] = {
  time: 'Zeit',
  place: 'Ort',
  className: 'Klasse',
  track: 'Track',
  frames: 'Bilder',
  speed: 'Tempo',
  started: 'Gestartet',
  took: 'Dauer',
  all: 'Alle',
  allClasses: 'Alle Klassen',
  reading: 'Wird gelesen …',
  andReading: ', wird gelesen …',
  runAgain: 'Erneut ausführen',
  showInFolder: 'Im Ordner zeigen',
  framesPerSecond: (rate) => `${rate} Bilder/s`,
  ofAll: (shown, all) => `${formatCount(shown)} von ${formatCount(all)}`,
  runs: (n) => plural(n, 'Lauf', 'Läufe'),
  visits: (n) => plural(n, 'Besuch', 'Besuche'),
  eventTypes: {
    line_crossing: 'Überquerung',
    zone_entry: 'Betreten',
    zone_exit: 'Verlassen',
    zone_dwell: 'Verweildauer',
    zone_occupancy: 'Belegung',
  },
}
