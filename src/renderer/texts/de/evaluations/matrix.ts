import type { Texts } from '../../en/index.ts'
import { formatCount } from '../../plural.ts'

export const matrix: Texts['evaluations']['matrix'] = {
  title: 'Konfusionsmatrix',
  about:
    'Zeilen sind annotierte Objekte, Spalten sind Erkennungen. Die Diagonale ist richtig; jede andere Zelle ist eine Art von Fehler. Eine Zelle öffnet ihre Bilder.',
  values: 'Werte',
  counts: 'Anzahlen',
  shares: 'Prozent der Zeile',
  axes: 'Zeilen: annotiert. Spalten: erkannt.',
  nothing: 'nichts',
  missed: 'nicht erkannt',
  invented: 'nicht annotiert',
  cell: (truth, prediction, n, share) => `${truth} als ${prediction} erkannt: ${formatCount(n)} (${share} der Zeile)`,
  right: (name, n, share) => `${name} richtig erkannt: ${formatCount(n)} (${share} der Zeile)`,
  missedCell: (truth, n, share) => `${truth} nicht erkannt: ${formatCount(n)} (${share} der Zeile)`,
  inventedCell: (prediction, n, share) =>
    `${prediction} erkannt, wo nichts annotiert ist: ${formatCount(n)} (${share} der Zeile)`,
  pointHint:
    'Zeigen Sie auf eine Zelle oder bewegen Sie sich mit den Pfeiltasten, um sie abzulesen. Eingabe öffnet ihre Bilder.',
  onlyConfused: 'Nur Klassen mit Fehlern',
  cellTitle: (truth, prediction) => `${truth} als ${prediction} erkannt`,
  rightTitle: (name) => `${name} richtig erkannt`,
  notCounted: 'Nicht gezählt',
}
