import type { Texts } from '../../en/index.ts'

export const files: Texts['editor']['files'] = {
  drop: {
    title: 'Loslassen, um diese Datei zu verwenden',
    text: 'Ein Video oder Bild wird zur Quelle, eine .sightline.json-Datei wird geöffnet',
  },
  actions: {
    notAdded: (file) => `„${file}“ wurde nicht hinzugefügt`,
    media: 'Video oder Bild',
    fileNotAdded: 'Die Datei wurde nicht hinzugefügt',
    notOpened: (file) => `„${file}“ wurde nicht geöffnet`,
    dropHint: 'Legen Sie ein Video, ein Bild oder eine .sightline.json-Datei ab.',
    noUse: (file) => `„${file}“ ist hier nicht verwendbar`,
    workflowFile: 'Workflow-Datei',
    fileNotOpened: 'Die Datei wurde nicht geöffnet',
    savedTo: (path) => `Gespeichert unter ${path}`,
    notSaved: 'Die Datei wurde nicht gespeichert',
  },
  upload: {
    reading: 'Die Datei wird gelesen …',
    sent: (sent, total) => `${sent} von ${total} MB`,
    of: (file) => `Upload von ${file}`,
    cancel: 'Upload abbrechen',
    interrupted: 'Der Upload wurde unterbrochen. Prüfen Sie, ob Sightline noch läuft, und versuchen Sie es erneut.',
    unreadable: (file) => `„${file}“ konnte nicht als Video oder Bild gelesen werden.`,
  },
}
