import type { Texts } from '../../en/index.ts'
import { formatCount, plural } from '../../plural.ts'

export const preLabel: Texts['data']['preLabel'] = {
  open: 'Vorannotieren',
  title: (n) => `${plural(n, 'Bild', 'Bilder')} vorannotieren`,
  model: 'Modell',
  chooseModel: 'Wählen Sie ein Modell.',
  noModels: 'Es gibt noch kein Modell, das Bilder annotieren könnte. Importieren Sie zuerst eines.',
  toModels: 'Modelle',
  notLoaded: 'Die Modelle konnten nicht geladen werden',
  classes: 'Klassen',
  classesHint: 'Nur Objekte dieser Klassen werden vorgeschlagen.',
  allClasses: 'Alle Klassen des Modells',
  confidence: 'Mindestkonfidenz',
  confidenceHint: 'Objekte, bei denen das Modell weniger sicher ist, werden ausgelassen.',
  badConfidence: 'Geben Sie eine Zahl von 0 bis 1 ein.',
  pending: 'Ergebnisse prüfen',
  pendingHint:
    'Sie sind Vorschläge, bis Sie sie annehmen oder ablehnen. Frühere Vorschläge desselben Modells werden ersetzt; Annotationen bleiben.',
  pricing: 'Der Preis wird berechnet…',
  free: (images) => `${plural(images, 'Bild', 'Bilder')}, kostenlos.`,
  price: (images, cost, rest) => `${plural(images, 'Bild', 'Bilder')} für ${cost} von ${rest}.`,
  tooExpensive: (cost, rest) => `Das kostet ${cost}, aber nur ${rest} sind übrig.`,
  tooMany: (most) => `Ein Modell bearbeitet bis zu ${formatCount(most)} Bilder auf einmal. Wählen Sie weniger.`,
  start: 'Vorannotieren',
  waiting: 'Wartet auf frühere Arbeit…',
  running: (done, total) => `${formatCount(done)} von ${plural(total, 'Bild', 'Bildern')}`,
  progress: 'Fortschritt des Modells',
  continues:
    'Sie können diesen Dialog schließen: Das Modell arbeitet weiter, und eine Benachrichtigung meldet das Ende.',
  notCancelled: 'Das Modell konnte nicht angehalten werden',
  cancelled: 'Abgebrochen.',
  done: (annotations, images) =>
    `${plural(annotations, 'Annotation', 'Annotationen')} zu ${plural(images, 'Bild', 'Bildern')} hinzugefügt.`,
  nothing: 'Versuchen Sie eine niedrigere Konfidenz oder ein anderes Modell.',
  imagesFailed: (n) => `${plural(n, 'Bild', 'Bilder')} konnten nicht annotiert werden.`,
  failed: 'Das Modell konnte die Bilder nicht annotieren.',
  again: 'Andere Einstellungen',
  review: 'Vorschläge prüfen',
  nothingToReview: 'Keine Vorschläge warten auf eine Prüfung.',
  reviewHint: 'Öffnet die Bilder, deren Vorschläge auf eine Prüfung warten, die unsichersten zuerst.',
}
