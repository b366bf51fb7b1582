import type { Texts } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const page: Texts['runs']['page'] = {
  buttons: {
    resume: 'Fortsetzen',
    more: 'Mehr',
    deleteRun: 'Lauf löschen',
    resumesNear: (time) => `Geht bei etwa ${time} des Videos weiter und behält alle bisherigen Ergebnisse`,
  },
  facts: {
    reusedWhat: 'Erkennungen und Tracks eines früheren Laufs',
    source: 'Quelle',
    size: 'Größe',
    reused: 'Wiederverwendet',
    seconds: (seconds) => `${seconds} s`,
  },
  results: {
    tracks: 'Tracks',
    files: 'Dateien',
    blocks: 'Blöcke',
    wrote: (n) =>
      `Dieser Lauf hat ${plural(n, 'Datei', 'Dateien')} geschrieben. Mit einer Darstellung und einer Video-Ausgabe ist das Ergebnis hier zu sehen.`,
  },
  screen: {
    runOf: (workflow) => `Lauf von ${workflow}`,
    run: 'Lauf',
    cannotShow: 'Dieser Lauf kann nicht angezeigt werden',
    openWorkflow: 'Workflow öffnen',
  },
  actions: {
    notCancelled: 'Der Lauf konnte nicht abgebrochen werden',
    notStarted: 'Der Lauf konnte nicht gestartet werden',
    notResumed: 'Der Lauf konnte nicht fortgesetzt werden',
    runOf: (workflow) => `Lauf von „${workflow}“`,
    folderNotShown: 'Der Ordner konnte nicht gezeigt werden',
  },
}
