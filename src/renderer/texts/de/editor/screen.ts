import type { Texts } from '../../en/index.ts'

export const screen: Texts['editor']['screen'] = {
  opening: 'Wird geöffnet',
  backTitle: 'Ungespeicherte Änderungen wiederhergestellt',
  backText:
    'Sie entstanden, bevor das Programm geschlossen wurde oder die Verbindung verlor. „Rückgängig“ nimmt sie wieder zurück.',
  cannotOpen: 'Dieser Workflow kann nicht geöffnet werden',
  toWorkflows: 'Zurück zu den Workflows',
}
