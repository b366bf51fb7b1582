import type { Texts } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const toolbar: Texts['editor']['toolbar'] = {
  run: {
    blocked: (problems, first) => `Zuerst zu lösen: ${problems}. ${first}`,
    problems: (n) => plural(n, 'Problem', 'Probleme'),
    unfinished: (steps, first) => `Noch ${steps} bis zum Ausführen. ${first}`,
    steps: (n) => plural(n, 'Schritt', 'Schritte'),
    saveAndRun: 'Speichern und ausführen (Strg+Eingabe)',
    run: 'Ausführen',
  },
  save: {
    notSaved: (reason) => `Nicht gespeichert: ${reason}`,
    retry: 'Erneut versuchen',
    saved: 'Gespeichert',
    saving: 'Wird gespeichert …',
  },
  bar: {
    hideBlocks: 'Blöcke ausblenden',
    showBlocks: 'Blöcke zeigen',
    arrange: 'Blöcke anordnen',
    workflowFile: 'Workflow-Datei',
    chooseVideo: 'Video auswählen',
    undo: (what) => `Rückgängig: ${what}`,
    nothingToUndo: 'Nichts rückgängig zu machen',
    redo: (what) => `Wiederholen: ${what}`,
    nothingToRedo: 'Nichts zu wiederholen',
  },
  name: {
    name: 'Name des Workflows',
    rename: 'Workflow umbenennen',
  },
}
