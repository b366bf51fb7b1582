/** Suche nach Bildern. */
import type { search as english } from '../../../../shared/messages/en/search.ts'

export const search: Record<keyof typeof english, string> = {
  'search.no_tags': 'Nennen Sie mindestens ein Schlagwort in objects, scenes oder attributes.',
  'search.no_descriptor': '„{name}“ lässt sich nicht vergleichen, da es nicht dekodiert werden konnte.',
  'search.index_building':
    'Gerade werden viele Bilder in den Suchindex aufgenommen. Versuchen Sie es gleich noch einmal.',
  'search.no_scan':
    '„{dataset}“ wurde noch nicht nach Beinahe-Duplikaten durchsucht. Starten Sie eine Suche mit POST near-duplicates.',
  'search.scan_running':
    '„{dataset}“ wird gerade nach Beinahe-Duplikaten durchsucht. Warten Sie diese Suche ab, oder brechen Sie sie ab.',
  'search.scan_disk_full':
    'Der Datenträger ist voll. Schaffen Sie Platz, und suchen Sie dann noch einmal nach Beinahe-Duplikaten.',
  'search.scan_fault':
    'Die Suche nach Beinahe-Duplikaten ist an einem Fehler in Sightline gescheitert. Versuchen Sie es noch einmal.',
}
