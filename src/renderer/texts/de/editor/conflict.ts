import type { Texts } from '../../en/index.ts'

export const conflict: Texts['editor']['conflict'] = {
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
