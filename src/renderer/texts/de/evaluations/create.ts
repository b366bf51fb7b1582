import type { Texts } from '../../en/index.ts'
import { formatCount, plural } from '../../plural.ts'

export const create: Texts['evaluations']['create'] = {
  title: 'Neue Auswertung',
  model: 'Modell',
  modelHint: 'Modelle für Objekterkennung und Instanzsegmentierung, die bereit sind.',
  noModels:
    'Es gibt kein bereites Modell für Objekterkennung oder Instanzsegmentierung. Holen oder importieren Sie zuerst eines.',
  toModels: 'Zu den Modellen',
  dataset: 'Datensatz',
  datasetFacts: (name, images) => `${name} (${plural(images, 'Bild', 'Bilder')})`,
  noDatasets:
    'Es gibt noch keinen Datensatz. Erstellen Sie einen in einem Quellenblock, fügen Sie Bilder hinzu und annotieren Sie sie; Annotationen eines Laufs können darin gespeichert werden.',
  exports: 'Export',
  exportsHint:
    'Ein Export ist eine eingefrorene Kopie, damit Ergebnisse vergleichbar bleiben, während sich Annotationen ändern.',
  noExports: 'Dieser Datensatz hat noch keinen Export.',
  exportFacts: (images, annotations, when) =>
    `${plural(images, 'Bild', 'Bilder')}, ${plural(annotations, 'Annotation', 'Annotationen')}, ${when}`,
  classes: (n, names) => `${plural(n, 'Klasse', 'Klassen')}: ${names}`,
  moreClasses: (n) => `und ${formatCount(n)} weitere`,
  make: 'Jetzt einen Export erstellen',
  making: (name) => `„${name}“ wird exportiert`,
  waiting: 'Der Export wartet, bis er an der Reihe ist',
  cancelExport: 'Export abbrechen',
  exportFailed: (reason) => `Der Export ist fehlgeschlagen: ${reason}`,
  exportCancelled: 'Der Export wurde abgebrochen.',
  made: (name) => `„${name}“ ist bereit und ausgewählt.`,
  iou: 'IoU-Schwelle',
  iouHint:
    'Eine Erkennung ist richtig, wenn sie ein Objekt ihrer Klasse mindestens so weit überdeckt: 0,5 ist üblich, 0,75 ist streng bei der Lage.',
  confidence: 'Konfidenzschwelle',
  confidenceHint:
    'Erkennungen darunter zählen gar nicht. Nehmen Sie den Wert Ihres Workflows, oder 0,001 für eine mAP wie veröffentlichte.',
  noCommonClass:
    'Das Modell kennt keine der Klassen dieses Exports und kann deshalb nicht ausgewertet werden. Wählen Sie ein anderes Modell, oder benennen Sie die Klassen des Datensatzes um und exportieren Sie ihn erneut.',
  missingClasses: (names) =>
    `Das Modell kennt diese Klassen des Exports nicht: ${names}. Ihre Objekte zählen als übersehen.`,
  price: (price, each) => `Das kostet ${price} Ihres Guthabens: ${each} für jedes Bild.`,
  start: 'Starten',
  chooseModel: 'Wählen Sie ein Modell.',
  chooseDataset: 'Wählen Sie einen Datensatz.',
  chooseExport: 'Wählen Sie einen Export.',
  badThreshold: 'Geben Sie eine Zahl von 0 bis 1 ein.',
  badIou: 'Geben Sie eine Zahl über 0 und höchstens 1 ein.',
}
