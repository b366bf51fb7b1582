import type { Texts } from '../en/index.ts'
import { formatCount } from '../plural.ts'

export const shell: Texts['shell'] = {
  appItems: {
    goTo: (place) => `Gehe zu ${place}`,
    goToGroup: 'Gehe zu',
    newWorkflow: 'Neuer Workflow',
    notMade: 'Der Workflow konnte nicht angelegt werden',
    workflows: 'Workflows',
    runOf: (workflow) => `Lauf von ${workflow}`,
    runs: 'Läufe',
    places: {
      workflows: 'Workflows',
      runs: 'Läufen',
      data: 'Daten',
      models: 'Modellen',
      evaluations: 'Auswertungen',
      deployments: 'Bereitstellungen',
      activity: 'Aktivität',
      settings: 'Einstellungen',
    },
    words: {
      home: 'start startseite vorlagen',
      runs: 'verlauf ergebnisse',
      data: 'datensätze bilder annotationen labels aufteilung',
      models: 'importieren onnx',
      evaluations: 'genauigkeit precision recall map konfusionsmatrix metriken',
      deployments: 'deployment endpunkt inferenz api vorhersage',
      activity: 'benachrichtigungen glocke webhooks zustellungen',
      settings: 'tastatur sprache optionen',
      newWorkflow: 'erstellen anlegen leer',
      theme: 'design farben thema',
    },
  },
  commandPalette: {
    title: 'Alle Befehle',
    placeholder: 'Befehl, Block, Workflow oder Lauf eingeben …',
    search: 'Alles durchsuchen',
    results: 'Treffer',
    bestMatches: 'Beste Treffer',
    nothing: (query) => `Keine Treffer für „${query}“. Versuchen Sie einen kürzeren Suchtext.`,
    choose: 'blättern',
    select: 'auswählen',
    blocksOnly: 'Blöcke dieses Workflows',
    commandsOnly: 'nur Befehle',
  },
  connectionBanner: {
    server: (name, problem) => `${name}: ${problem}`,
    lost: 'Verbindung verloren. Läufe gehen weiter; diese Seite verbindet sich automatisch wieder.',
    sessionOver:
      'Ihre Sitzung ist beendet; Läufe gehen weiter. Melden Sie sich in einem anderen Tab an; diese Seite verbindet sich dann automatisch wieder.',
    signIn: 'Anmelden',
    signedOut:
      'Dieser Browser ist abgemeldet; Läufe gehen weiter. Drücken Sie im Terminal, in dem Sightline läuft, die Eingabetaste und öffnen Sie die Adresse in einem anderen Tab; diese Seite verbindet sich dann automatisch wieder.',
  },
  errorBoundary: {
    title: 'Dieser Bildschirm funktioniert nicht mehr',
    safe: 'Workflows und Läufe sind sicher. Versuchen Sie es erneut; bleibt der Fehler, melden Sie ihn mit der Zeile unten.',
  },
  keyCaps: {
    ctrl: 'Strg',
    shift: 'Umschalt',
    enter: 'Eingabe',
    backspace: 'Rücktaste',
    home: 'Pos1',
    end: 'Ende',
    insert: 'Einfg',
    pageUp: 'Bild ↑',
    pageDown: 'Bild ↓',

    escape: 'Esc',
    delete: 'Entf',
    space: 'Leertaste',
  },
  menuCommands: {
    failed: 'Der Befehl ist fehlgeschlagen',
  },
  ownTextsFailed:
    'Die deutschen Texte konnten nicht geladen werden, darum ist diese Seite auf Englisch. Laden Sie sie neu, um es noch einmal zu versuchen.',
  paletteSearch: {
    recent: 'Zuletzt verwendet',
  },
  ports: {
    refused: 'Die Verbindung wurde abgelehnt.',
  },
  rail: {
    workflows: 'Workflows',
    runs: 'Läufe',
    models: 'Modelle',
    settings: 'Einstellungen',
    main: 'Hauptnavigation',
    toWorkflows: 'Sightline, zu den Workflows',
  },
  runEndNotices: {
    unsupported: 'Dieser Browser kann keine Benachrichtigungen anzeigen.',
    blocked:
      'Benachrichtigungen sind blockiert. Erlauben Sie sie für diese Seite in den Einstellungen des Browsers und schalten Sie diese Einstellung dann erneut ein.',
    counted: (source, count) => `${source}. ${formatCount(count)} Überquerungen gezählt.`,
    completed: (workflow) => `„${workflow}“ ist durchgelaufen`,
    interrupted: (workflow) => `„${workflow}“ wurde unterbrochen`,
    failed: (workflow) => `„${workflow}“ ist fehlgeschlagen`,
  },
  settingsContext: {
    notSaved: 'Die Einstellung konnte nicht gespeichert werden',
  },
  shell: {
    skip: 'Zum Inhalt springen',
  },
  splash: {
    noHost:
      'Der Hintergrundprozess von Sightline antwortet nicht. Starten Sie Sightline neu; diese Seite verbindet sich automatisch wieder.',
    connecting: 'Verbinden',
  },
  workflowFile: {
    notJson: 'Diese Datei ist kein JSON. Wählen Sie eine .sightline.json-Datei oder eine Ergebnisdatei eines Laufs.',
    notAWorkflow:
      'Diese JSON-Datei ist kein Sightline-Workflow und enthält keinen. Wählen Sie eine .sightline.json-Datei, einen Graphen oder eine Ergebnisdatei eines Laufs.',
    newer:
      'Dieser Workflow wurde mit einem neueren Sightline gespeichert. Aktualisieren Sie Sightline, um ihn zu öffnen.',
    requires: (needed, current) =>
      `Dieser Workflow braucht Sightline ${needed} oder neuer. Dies ist Sightline ${current}.`,
    at: (path) => ` bei ${path}`,
    damaged: (where, reason) => `Diese Workflow-Datei ist beschädigt${where}: ${reason}.`,
    unreadableGraph: (reason) => `Dieser Graph ist nicht lesbar. ${reason}`,
  },
}
