import type { Texts } from '../../en/index.ts'

export const conflict: Texts['editor']['conflict'] = {
  status: 'In einem anderen Fenster geändert',
  open: 'Vergleichen',
  title: 'Dieser Workflow wurde in einem anderen Fenster geändert',
  text: 'Nichts wird überschrieben, bevor Sie wählen. Was Sie nicht behalten, bleibt unter „Versionen“.',
  diff: 'Vom Stand des anderen Fensters zu Ihrem:',
  name: (theirs, mine) => `Name: dort „${theirs}“, hier „${mine}“`,
  copyName: (name) => `${name} (Kopie)`,
  takeTheirs: 'Anderen Stand nehmen',
  takeTheirsHint:
    'Legt den Stand des anderen Fensters auf die Arbeitsfläche, als einen Schritt, der rückgängig zu machen ist',
  keepBoth: 'Meinen als Kopie speichern',
  keepBothHint: 'Macht aus Ihrem Stand einen neuen Workflow und öffnet ihn; dieser behält den anderen Stand',
  keepMine: 'Meinen behalten',
  keepMineHint: 'Speichert Ihren Stand über den des anderen Fensters',
  failed: 'Der Konflikt ist nicht gelöst',
}
