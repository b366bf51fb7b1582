import type { Texts } from '../../en/index.ts'

export const dataset: Texts['data']['dataset'] = {
  failed: 'Der Datensatz konnte nicht geladen werden',
  stale: (reason) => `Der Datensatz konnte nicht aktualisiert werden: ${reason}`,
  pages: {
    label: 'Seiten des Datensatzes',
    images: 'Bilder',
    insights: 'Statistik',
    duplicates: 'Beinahe gleiche',
    tasks: 'Aufgaben',
  },
}
