import type { Texts } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const list: Texts['runs']['list'] = {
  queue: {
    notChanged: 'Die Warteschlange konnte nicht geändert werden',
  },
  screen: {
    title: 'Läufe',
    workflow: 'Workflow',
    allWorkflows: 'Alle Workflows',
    status: 'Status',
    anyStatus: 'Jeder Status',
    cannotShow: 'Läufe können nicht angezeigt werden',
    loading: 'Läufe werden geladen',
    noMatches: 'Kein Lauf passt',
    showAll: 'Alle Läufe zeigen',
    noMatchesHint: 'Es gibt keine Läufe mit diesem Status und Workflow.',
    none: 'Noch keine Läufe',
    goToWorkflows: 'Zu den Workflows',
    noneHint:
      'Öffnen Sie einen Workflow und drücken Sie „Ausführen“. Jeder Lauf bleibt mit seinen Ergebnissen hier, bis Sie ihn löschen.',
  },
  table: {
    resume: (workflow) => `${workflow} fortsetzen`,
    chooseAll: 'Alle beendeten Läufe auswählen',
    source: 'Quelle',
    counts: 'Zählungen',
    more: 'Mehr',
    older: 'Ältere Läufe zeigen',
    choose: (workflow, when) => `Lauf von ${workflow}, ${when}, auswählen`,
    runOn: (workflow, source) => `Lauf von ${workflow} auf ${source}`,
    itsSource: 'seiner Quelle',
    nextInLine: 'Als Nächster in der Warteschlange',
    inLine: (place, of) => `${place} von ${of} in der Warteschlange`,
    startsIn: (time) => `beginnt in etwa ${time}`,
    moveUp: (run) => `Nach oben: ${run}`,
    moveDown: (run) => `Nach unten: ${run}`,
    progress: (workflow) => `Fortschritt von ${workflow}`,
    moreAbout: (workflow) => `Weitere Aktionen für diesen Lauf von ${workflow}`,
  },
  selection: {
    title: 'Ausgewählte Läufe',
    chosen: (n) => `${plural(n, 'Lauf', 'Läufe')} ausgewählt`,
    onDisk: (size) => `${size} auf dem Datenträger`,
    none: 'Auswahl aufheben',
  },
}
