import type { Texts } from '../../en/index.ts'
import { formatCount } from '../../plural.ts'

export const filters: Texts['data']['filters'] = {
  label: 'Filter',
  active: 'Aktive Filter',
  text: 'Dateinamen suchen',
  clearText: 'Suche leeren',
  withCount: (label, n) => `${label} (${formatCount(n)})`,
  find: (label) => `Suchen: ${label}`,
  noneFound: 'Keine Treffer. Suchen Sie nach weniger Text.',
  moreFound: (n) => `und ${formatCount(n)} weitere`,
  anySplit: 'Jeder Split',
  annotations: 'Annotationen',
  anyAnnotations: 'Annotationen',
  annotated: 'Annotiert',
  unannotated: 'Nicht annotiert',
  list: 'Gezeigte Bilder',
  current: 'Aktuell',
  archived: 'Archiviert',
  sort: 'Reihenfolge',
  sorts: {
    name: 'Name, A bis Z',
    '-name': 'Name, Z bis A',
    created: 'Älteste zuerst',
    '-created': 'Neueste zuerst',
    annotations: 'Wenigste Annotationen',
    '-annotations': 'Meiste Annotationen',
    confidence: 'Niedrigste Konfidenz',
  },
  chipText: (text) => `„${text}“`,
  clearOne: (text) => `Filter ${text} entfernen`,
  clearAll: 'Filter entfernen',
}
