import type { Texts } from '../../en/index.ts'
import { formatCount, plural } from '../../plural.ts'

const annotations = (n: number) => plural(n, 'Annotation', 'Annotationen')

export const label: Texts['data']['label'] = {
  save: {
    storing: 'Wird gespeichert …',
    here: 'Hier gespeichert',
    hereHint: 'Ihre Änderungen sind auf diesem Computer gespeichert und werden gleich an den Server gesendet.',
    saved: 'Gespeichert',
    savedHint: 'Der Server hat alle Änderungen.',
    waiting: 'Wartet auf den Server',
    waitingHint: (n, why) => `${plural(n, 'Änderung', 'Änderungen')} auf diesem Computer gespeichert. ${why}`,
    conflicts: (n) => plural(n, 'Konflikt', 'Konflikte'),
    notStored: 'Nicht gespeichert',
  },
  conflict: {
    label: 'Konflikte',
    changed: (name, field) => `${name}: Jemand anderes hat inzwischen geändert: ${field}.`,
    deleted: (name) => `${name}: Jemand anderes hat sie geändert, während Sie sie gelöscht haben.`,
    refused: (name, why) => `${name}: Ihre Änderung wurde nicht gespeichert. ${why}`,
    theirs: (value) => `Dort: ${value}`,
    yours: (value) => `Ihre: ${value}`,
    keep: 'Andere behalten',
    use: 'Meine nehmen',
    close: 'Schließen',
    more: (n) => `und ${formatCount(n)} weitere`,
    gone: 'Gelöschte Annotation',
    fields: { geometry: 'Umriss', name: 'Klasse', review: 'Prüfung', z: 'Reihenfolge' },
    none: 'keine',
    box: (w, h, x, y) => `${w} × ${h} bei ${x}, ${y}`,
    outline: (n) => plural(n, 'Eckpunkt', 'Eckpunkte'),
  },
  panels: {
    comments: 'Kommentare',
    openComments: (n) => plural(n, 'offener Kommentar', 'offene Kommentare'),
    history: 'Verlauf',
    facts: 'Angaben zum Bild',
    close: 'Leiste schließen',
  },
  comments: {
    none: 'Noch keine Kommentare. Wählen Sie eine Annotation aus und drücken Sie Q.',
    on: (name) => `Kommentar zu ${name}`,
    selectFirst: 'Wählen Sie eine Annotation aus, um sie zu kommentieren.',
    nobody:
      'Kommentare brauchen Personen: Verbinden Sie sich mit einem Server, oder melden Sie sich dort an, um welche zu schreiben.',
    placeholder: 'Kommentar schreiben; @ erwähnt ein Mitglied',
    send: 'Kommentieren',
    resolve: 'Erledigen',
    reopen: 'Wieder öffnen',
    resolved: 'Erledigt',
    remove: 'Kommentar löschen',
    someone: 'Jemand',
    edited: 'bearbeitet',
    members: 'Mitglieder',
    failed: 'Der Kommentar konnte nicht gespeichert werden',
    notLoaded: 'Die Kommentare konnten nicht geladen werden',
  },
  history: {
    none: 'Noch keine Änderungen.',
    kinds: {
      save: 'Von einem Programm gespeichert',
      delete: 'Alle Annotationen gelöscht',
      edit: 'Annotiert',
      restore: 'Früherer Stand wiederhergestellt',
      run: 'Von einem Lauf hinzugefügt',
      batch: 'Von einem Modell hinzugefügt',
      import: 'Importiert',
      import_undone: 'Import rückgängig gemacht',
      class_deleted: 'Klasse gelöscht',
    },
    counts: (created, updated, deleted) =>
      [
        created > 0 && `${formatCount(created)} hinzugefügt`,
        updated > 0 && `${formatCount(updated)} geändert`,
        deleted > 0 && `${formatCount(deleted)} entfernt`,
      ]
        .filter(Boolean)
        .join(', '),
    annotations,
    older: 'Ältere Änderungen',
    now: 'Jetzt',
    viewing: (when) => `Stand: ${when}`,
    restore: 'Diesen Stand wiederherstellen',
    back: 'Zurück zu jetzt',
    notRestored: 'Der Stand konnte nicht wiederhergestellt werden',
    notLoaded: 'Der Verlauf konnte nicht geladen werden',
  },
  classes: {
    notAdded: 'Die Klasse konnte nicht hinzugefügt werden',
  },
  noUnlabelled: 'In dieser Liste gibt es kein weiteres Bild ohne Annotationen.',
  noPrevious: 'In dieser Liste gibt es kein voriges Bild.',
  copied: (n) => `${annotations(n)} aus dem vorigen Bild übernommen.`,
  notOutlined: 'Das Objekt konnte nicht umrissen werden',
  notCopied: 'Das vorige Bild konnte nicht gelesen werden',
}
