import type { Texts } from '../en/index.ts'
import { formatCount, plural } from '../plural.ts'

export const activity: Texts['activity'] = {
  title: 'Aktivität',
  pages: { label: 'Seiten der Aktivität', notifications: 'Benachrichtigungen', jobs: 'Aufträge', webhooks: 'Webhooks' },
  unread: (n) => plural(n, 'ungelesene Benachrichtigung', 'ungelesene Benachrichtigungen'),
  many: (n) => `${formatCount(n)}+`,
  filter: 'Anzeigen',
  all: 'Alle',
  unreadOnly: 'Nur ungelesene',
  unreadMark: 'Ungelesen',
  markRead: (title, when) => `Als gelesen markieren: ${title}, ${when}`,
  markAllRead: 'Alle als gelesen markieren',
  nothingUnread: 'Es gibt keine ungelesenen Benachrichtigungen.',
  delete: (title, when) => `Löschen: ${title}, ${when}`,
  notChanged: 'Die Benachrichtigung konnte nicht geändert werden',
  older: 'Ältere anzeigen',
  failed: 'Die Benachrichtigungen konnten nicht geladen werden',
  stale: (reason) => `Die Liste konnte nicht aktualisiert werden: ${reason}`,
  none: 'Noch keine Benachrichtigungen',
  noneHint:
    'Läufe, Auswertungen und Entnahmen von Bildern stehen hier, wenn sie abgeschlossen oder fehlgeschlagen sind.',
  allRead: 'Alles gelesen',
  allReadHint: 'Neue Benachrichtigungen erscheinen hier. „Alle“ zeigt auch die gelesenen.',
}
