import type { Texts } from '../en/index.ts'
import { canvas } from './editor/canvas.ts'
import { commands } from './editor/commands.ts'
import { document } from './editor/document.ts'
import { files } from './editor/files.ts'
import { palette } from './editor/palette.ts'
import { panels } from './editor/panels.ts'
import { summary } from './editor/summary.ts'
import { toolbar } from './editor/toolbar.ts'

const screen: Texts['editor']['screen'] = {
  opening: 'Wird geöffnet',
  backTitle: 'Ungespeicherte Änderungen wiederhergestellt',
  backText:
    'Sie entstanden, bevor das Programm geschlossen wurde oder die Verbindung verlor. „Rückgängig“ nimmt sie wieder zurück.',
  cannotOpen: 'Dieser Workflow kann nicht geöffnet werden',
  toWorkflows: 'Zurück zu den Workflows',
}

const session: Texts['editor']['session'] = {
  emptyClipboard: 'Die Zwischenablage enthält keine Blöcke. Kopieren Sie zuerst welche.',
  notPasted: 'Die Blöcke lassen sich nicht einfügen',
  notStarted: 'Der Lauf wurde nicht gestartet',
  notSaved: (reason) => `Der Workflow ist nicht gespeichert. ${reason}`,
  nameTaken: (name) => `Der Name „${name}“ ist vergeben. Wählen Sie einen anderen.`,
  noAnswer:
    'Der Hintergrundprozess von Sightline antwortet nicht. Ihre Änderungen bleiben hier, bis sie sich speichern lassen.',
  tookTheirs: 'Stand des anderen Fensters übernehmen',
  newGroup: 'Gruppe',
  noBypass:
    'Umgehen lassen sich nur Blöcke mit gleichem Eingangs- und Ausgangstyp: Filter, Verfolgung und Bedingung. Schalten Sie den Block stattdessen stumm.',
  hasRun: (workflow) => `„${workflow}“ ist durchgelaufen.`,
}

const conflict: Texts['editor']['conflict'] = {
  status: 'In einem anderen Fenster geändert',
  open: 'Vergleichen',
  title: 'Dieser Workflow wurde in einem anderen Fenster geändert',
  text: 'Nichts wird überschrieben, bevor Sie wählen. Der Stand, den Sie nicht behalten, bleibt unter „Versionen“.',
  diff: 'Änderungen vom anderen Stand zu Ihrem:',
  name: (theirs, mine) => `Name: dort „${theirs}“, hier „${mine}“`,
  copyName: (name) => `${name} (Kopie)`,
  takeTheirs: 'Anderen Stand übernehmen',
  takeTheirsHint: 'Ersetzt Ihren Stand durch den des anderen Fensters; das lässt sich rückgängig machen',
  keepBoth: 'Meinen als Kopie speichern',
  keepBothHint: 'Speichert Ihren Stand als neuen Workflow und öffnet ihn; dieser Workflow behält den anderen Stand',
  keepMine: 'Meinen behalten',
  keepMineHint: 'Überschreibt den Stand des anderen Fensters mit Ihrem',
  failed: 'Der Konflikt konnte nicht gelöst werden',
}

export const editor: Texts['editor'] = {
  summary,
  canvas,
  commands,
  panels,
  document,
  screen,
  files,
  palette,
  session,
  conflict,
  toolbar,
}
