import type { Texts } from '../../en/index.ts'

export const palette: Texts['editor']['palette'] = {
  groups: {
    input: 'Eingabe',
    find: 'Finden',
    select: 'Auswählen',
    measure: 'Messen',
    output: 'Ausgabe',
    more: 'Weitere',
    also: {
      source: 'video bild datei kamera eingabe',
      model: 'erkennen detektor yolo onnx ki sam3',
      track: 'bytetrack botsort kennung verfolgen',
      measure: 'zählen linie zone verweildauer belegung',
      visualize: 'zeichnen annotieren überlagern unkenntlich',
      sink: 'ausgabe export speichern webhook csv json video',
      condition: 'wenn zweig alarm',
    },
  },
  palette: {
    noMatches: 'Kein Block passt',
    found: 'Gefunden',
    blocks: 'Blöcke',
    find: 'Block suchen',
    add: (title, summary) => `${title} hinzufügen: ${summary}`,
  },
}
