import type { Texts } from '../en/index.ts'
import { plural } from '../plural.ts'

export const home: Texts['home'] = {
  hero: {
    title: 'Sehen, was im Video geschieht',
    pitch:
      'Blöcke zu einer Kette verbinden: ein Video, ein Modell, eine Verfolgung, eine Linie zum Zählen. Auf eigenen Dateien ausführen und jedes Ergebnis ansehen.',
    onThisComputer: 'Alles bleibt auf diesem Computer.',
    onServer: 'Der Server führt alles aus und bewahrt Dateien und Ergebnisse auf.',
    demo: 'Demo ausprobieren',
    empty: 'Leer beginnen',
    tour: 'Rundgang starten',
    hint: 'Die Demo zählt Verkehrsteilnehmer an einem Fußgängerüberweg. Öffnen und „Ausführen“ drücken oder den Rundgang in acht Schritten starten.',
    demoFrame:
      'Ein Bild der Demo: Verkehrsteilnehmer in beschrifteten Rahmen und zwei Linien, die Überquerungen zählen',
  },
  homeScreen: {
    title: 'Workflows',
    search: 'Workflows und Vorlagen suchen',
    newWorkflow: 'Neuer Workflow',
    cannotShow: 'Workflows können nicht angezeigt werden',
    nothingFound: 'Nichts gefunden',
    nothingHas: (query) => `Kein Workflow und keine Vorlage enthält „${query}“ in Name oder Beschreibung.`,
    loading: 'Workflows werden geladen',
  },
  openFile: {
    failed: 'Die Datei konnte nicht geöffnet werden',
    open: 'Datei öffnen',
  },
  templateShelf: {
    title: 'Vorlagen',
    runsAtOnce: 'Bereit für das Demo-Video.',
  },
  useWorkflows: {
    notCreated: 'Der Workflow konnte nicht angelegt werden',
    templateNotOpened: 'Die Vorlage konnte nicht geöffnet werden',
    copyOf: (name) => `${name} Kopie`,
    notDuplicated: 'Der Workflow konnte nicht dupliziert werden',
  },
  workflowCard: {
    empty: 'Leer',
    renameTitle: 'Workflow umbenennen',
    more: (name) => `Weitere Aktionen für ${name}`,
    duplicate: 'Duplizieren',
    blocks: (n) => plural(n, 'Block', 'Blöcke'),
    openLastRun: 'Letzten Lauf öffnen',
  },
}
