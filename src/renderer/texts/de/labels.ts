import type { Texts } from '../en/index.ts'
import { formatCount, plural } from '../plural.ts'

export const labels: Texts['labels'] = {
  title: 'Schlagwörter und Notiz',
  notSaved: 'Die Änderung konnte nicht gespeichert werden',
  cannotShow: (why) => `Namen, Schlagwörter und Notizen können nicht angezeigt werden. ${why}`,
  name: {
    give: 'Diesen Lauf benennen',
    change: 'Diesen Lauf umbenennen',
    label: 'Name des Laufs',
    placeholder: 'Name des Laufs',
  },
  tags: {
    label: 'Schlagwörter',
    add: 'Schlagwort hinzufügen',
  },
  note: {
    label: 'Notiz',
    add: 'Notiz hinzufügen',
    placeholder: 'Notizen zu diesem Lauf',
    notSaved: (why) => `Die Notiz ist noch nicht gespeichert. ${why}`,
  },
  list: {
    run: 'Lauf',
    showTagged: (tag) => `Läufe mit Schlagwort ${tag} zeigen`,
    deleted: (name, size) => `Lauf „${name}“ (${size})`,
    moreTags: (n) => `+${formatCount(n)}`,
    note: (text) => `Notiz: ${text}`,
  },
  search: {
    filters: 'Suche und Filter',
    label: 'Läufe suchen',
    placeholder: 'Name, Workflow, Datei, Schlagwort, Notiz',
    clear: 'Suche löschen',
    tag: 'Schlagwort',
    anyTag: 'Jedes Schlagwort',
    found: (n, of) => `${formatCount(n)} von ${plural(of, 'Lauf', 'Läufen')} gefunden`,
    loadingOlder: (n) => `${formatCount(n)} gefunden, ältere Läufe werden geladen …`,
    nothing: 'Keine passenden Läufe',
    nothingHint:
      'Kein Lauf hat alle diese Wörter in Name, Workflow, Quelldatei, Schlagwörtern oder Notiz, bei den gesetzten Filtern.',
    olderRead: 'Ältere Läufe werden geladen …',
  },
  conflict: {
    title: {
      name: 'Dieser Lauf wurde in einem anderen Fenster umbenannt',
      tags: 'Dieser Lauf erhielt in einem anderen Fenster Schlagwörter',
      note: 'Diese Notiz wurde in einem anderen Fenster geändert',
    },
    theirs: 'Ihre Fassung bleibt. Die andere ist:',
    empty: {
      name: 'Ihre Fassung bleibt. Das andere Fenster hat den Namen entfernt.',
      tags: 'Ihre Fassung bleibt. Das andere Fenster hat alle Schlagwörter entfernt.',
      note: 'Ihre Fassung bleibt. Das andere Fenster hat die Notiz entfernt.',
    },
    useTheirs: 'Andere übernehmen',
    keepMine: 'Meine behalten',
  },
}
