import type { Texts } from '../en/index.ts'

export const ui: Texts['ui'] = {
  words: {
    cancel: 'Abbrechen',
    delete: 'Löschen',
    rename: 'Umbenennen',
    name: 'Name',
    close: 'Schließen',
    undo: 'Rückgängig',
    tryAgain: 'Erneut versuchen',
    tryNow: 'Jetzt versuchen',
    copied: 'Kopiert',
    untitledWorkflow: 'Unbenannter Workflow',
    switchToLight: 'Zum hellen Design wechseln',
    switchToDark: 'Zum dunklen Design wechseln',
    noHost:
      'Der Hintergrundprozess von Sightline antwortet nicht. Prüfen Sie, ob er noch läuft, und versuchen Sie es dann erneut.',
    untitled: 'Unbenannt',
  },
  askName: {
    enterName: 'Geben Sie einen Namen ein.',
  },
  errorText: {
    unknown: 'Ein unerwarteter Fehler ist aufgetreten. Versuchen Sie es erneut.',
  },
  pendingDeletes: {
    deleted: (what) => `${what} gelöscht.`,
    share: (failed, what) => `${failed} von ${what}`,
    failed: (what) => `${what} konnte nicht gelöscht werden`,
  },
  status: {
    queued: 'Wartet',
    processing: 'Läuft',
    completed: 'Fertig',
    error: 'Fehlgeschlagen',
    interrupted: 'Unterbrochen',
    cancelled: 'Abgebrochen',
  },
  format: {
    aboutASecondLeft: 'noch etwa eine Sekunde',
    secondsLeft: (seconds) => `noch etwa ${seconds} s`,
    minutesLeft: (minutes) => `noch etwa ${minutes} min`,
    hoursLeft: (hours) => `noch etwa ${hours} h`,
    justNow: 'gerade eben',
    minutesAgo: (minutes) => `vor ${minutes} min`,
    today: (time) => `Heute ${time}`,
    yesterday: (time) => `Gestern ${time}`,
  },
}
