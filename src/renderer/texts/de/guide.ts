import type { Texts } from '../en/index.ts'

export const guide: Texts['guide'] = {
  title: 'Handbuch',
  pages: 'Seiten des Handbuchs',
  overview: 'Übersicht',
  reference: 'Nachschlagen',
  close: 'Handbuch schließen',
  learnMore: 'Mehr dazu',
  language: 'Das Handbuch ist auf Englisch.',
  notFound: 'Diese Seite hat das Handbuch nicht',
  notFoundHint: 'Der Link gehört vielleicht zu einer anderen Version von Sightline.',
  toOverview: 'Übersicht öffnen',
  neighbours: 'Seiten davor und danach',
  open: 'Handbuch öffnen',
  hint: 'Eine Seite je Bildschirm, mit Bildschirmfotos. F1 öffnet es überall, auch ohne Netz. Auf Englisch.',
  openWords: 'hilfe anleitung dokumentation',
  pageNamed: (title) => `Handbuch: ${title}`,
}
