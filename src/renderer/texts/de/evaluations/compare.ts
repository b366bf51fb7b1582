import type { Texts } from '../../en/index.ts'

export const compare: Texts['evaluations']['compare'] = {
  title: 'Auswertungen vergleichen',
  cannotShow: 'Diese Auswertungen können nicht verglichen werden',
  same: 'Beide Auswertungen sind dieselbe. Wählen Sie in der Liste zwei verschiedene.',
  notCompleted: 'Beide Auswertungen müssen abgeschlossen sein. Vergleichen Sie sie danach.',
  sides: 'Auswertungen',
  first: 'A',
  second: 'B',
  swap: 'A und B tauschen',
  otherExports:
    'Die beiden Auswertungen verwenden verschiedene Exporte. Ihre Kennzahlen stammen von verschiedenen Bildern oder Annotationen, ein Unterschied muss also nicht von den Modellen kommen.',
  sameExport: 'Beide Auswertungen verwenden denselben Export, ihre Kennzahlen sind also direkt vergleichbar.',
  otherThresholds: 'Die Schwellen sind verschieden, und jede Kennzahl hängt von beiden ab.',
  figures: 'Kennzahlen',
  figure: 'Kennzahl',
  difference: 'Unterschied',
  perClass: 'Klassen',
  onlyIn: (side) => `Nur in ${side}`,
  measure: 'Kennzahl der Klassen',
  points: (points) => `${points} Punkte`,
  curves: 'Precision und Recall',
  curvesHint: 'A ist durchgezogen, B gestrichelt.',
  curveOf: 'Klasse',
  noCurves: 'Keine Klasse hat in beiden Auswertungen eine Kurve.',
  better: 'besser',
  worse: 'schlechter',
}
