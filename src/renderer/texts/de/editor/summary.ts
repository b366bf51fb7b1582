import type { Texts } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const summary: Texts['editor']['summary'] = {
  annotatedVideo: 'Annotiertes Video',
  annotations: 'Annotationen',
  dataset: 'Datensatz',
  export: 'Export',
  none: { video: 'Kein Video ausgewählt', image: 'Kein Bild ausgewählt' },
  fileNotFound: 'Datei nicht gefunden',
  framesPerSecond: (fps) => `${fps} Bilder/s`,
  noPrompts: 'keine Suchbegriffe',
  noModel: 'Kein Modell ausgewählt',
  allClasses: 'Alle Klassen',
  forgetsAfter: (seconds) => `vergisst nach ${seconds} s`,
  atMost: (n) => `höchstens ${n}`,
  noRule: 'Keine Regel',
  rules: { all: (n) => `alle ${n}`, any: (n) => `eine von ${n}` },
  subjects: { detection_size: 'Objektgröße', line: 'Linie', zone: 'Zone' },
  objects: 'Objekte',
  nothingDrawn: 'Keine Linie oder Zone gezeichnet',
  lines: (n) => plural(n, 'Linie', 'Linien'),
  zones: (n) => plural(n, 'Zone', 'Zonen'),
  layers: { boxes: 'Rahmen', labels: 'Namen', trails: 'Spuren', counts: 'Zählungen', blur: 'unkenntlich' },
  drawsNothing: 'Zeichnet nichts',
  noUrl: 'keine URL',
  unknownKind: (kind) => `Unbekannte Art „${kind}“`,
  notValid: 'Einstellungen sind ungültig',
}
