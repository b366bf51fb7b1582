import type { Texts } from '../en/index.ts'
import { plural } from '../plural.ts'

export const models: Texts['models'] = {
  used: {
    title: (name) => `„${name}“ löschen?`,
    workflows: (n) =>
      `${plural(n, 'Workflow verwendet', 'Workflows verwenden')} dieses Modell. Danach ist ein anderes nötig:`,
    runs: (n) =>
      `${plural(n, 'wartender Lauf verwendet', 'wartende Läufe verwenden')} dieses Modell und ${n === 1 ? 'schlägt' : 'schlagen'} ohne das Modell fehl:`,
    evaluations: (n) =>
      `${plural(n, 'Auswertung verwendet', 'Auswertungen verwenden')} dieses Modell. Eine Auswertung, die noch nicht begonnen hat, schlägt ohne das Modell fehl:`,
    more: (n) => `und ${n} weitere`,
  },
  modelCard: {
    card: 'Modellkarte',
    footnotes: 'Anmerkungen',
    classes: 'Klassen',
    task: 'Aufgabe',
    architecture: 'Architektur',
    input: 'Eingang',
    precision: 'Genauigkeit',
    added: 'Hinzugefügt',
    tasks: {
      object_detection: 'Objekterkennung',
      semantic_segmentation: 'Semantische Segmentierung',
      instance_segmentation: 'Instanzsegmentierung',
      keypoint_detection: 'Schlüsselpunkte',
      classification: 'Bildklassifikation',
      reid: 'Wiedererkennung',
    },
    statuses: { training: 'Im Training', ready: 'Bereit', failed: 'Fehlgeschlagen', archived: 'Archiviert' },
    moreClasses: (n) => `und ${n} weitere`,
    noClasses: 'Keine Klassennamen in der Datei',
  },
  modelMenu: {
    renameTitle: 'Modell umbenennen',
    more: (name) => `Weitere Aktionen für ${name}`,
    download: 'ONNX-Datei herunterladen',
  },
  modelPage: {
    about: 'Über das Modell',
    cannotShow: 'Das Modell kann nicht angezeigt werden',
    gone: 'Dieses Modell gibt es nicht mehr.',
    back: 'Alle Modelle',
    evaluate: 'Auswerten',
    license: 'Lizenz',
    noLicense: 'nicht angegeben',
    ownLicense: 'eigener Text',
    check: 'Prüfung und Geschwindigkeit',
    checkHint:
      'Lädt das Modell, führt es auf jedem Gerät aus und vergleicht die Erkennungen mit denen der CPU. Kann ein Modell nicht geladen werden, steht der Grund hier.',
    users: 'Verwendet von',
    usersFailed: 'Die Verwendungen des Modells können nicht angezeigt werden',
    unused:
      'Kein Workflow und weder ein wartender oder laufender Lauf noch eine solche Auswertung verwendet dieses Modell.',
    workflows: 'Workflows',
    runs: 'Wartende und laufende Läufe',
    runOf: (workflow) => `Lauf von ${workflow}`,
    evaluations: 'Wartende und laufende Auswertungen',
    evaluationOn: (name) => `Auswertung mit ${name}`,
    compare: 'Auswertungen vergleichen',
  },
  modelsScreen: {
    title: 'Modelle',
    ready: (name) => `„${name}“ ist bereit.`,
    notImported: (file) => `„${file}“ konnte nicht importiert werden`,
    import: 'ONNX-Datei importieren',
    importing: (file) => `„${file}“ wird importiert: Eingänge, Ausgänge und Klassen werden gelesen …`,
    cannotShow: 'Modelle können nicht angezeigt werden',
    loading: 'Modelle werden geladen',
    none: 'Noch keine Modelle',
    noneHint:
      'Importieren Sie einen Detektor als ONNX-Datei oder legen Sie eine hier ab. Klassen und Eingangsgröße werden aus der Datei gelesen.',
    drop: 'Eine ONNX-Datei irgendwo auf diesem Bildschirm ablegen, um sie zu importieren. Eine Datei ihrer Gewichte (.onnx.data) gehört dazu.',
  },
  useModels: {
    notOnnx: (file) => `„${file}“ ist keine ONNX-Datei. Exportieren Sie das Modell als .onnx.`,
    notStored: (status) => `Die Datei konnte nicht gespeichert werden (Status ${status}). Versuchen Sie es erneut.`,
  },
}
