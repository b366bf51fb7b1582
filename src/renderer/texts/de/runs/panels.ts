import type { Texts } from '../../en/index.ts'
import { formatCount, plural } from '../../plural.ts'

export const panels: Texts['runs']['panels'] = {
  artifactSelect: {
    file: 'Datei',
  },
  blocks: {
    block: 'Block',
    detections: 'Erkennungen',
    msPerFrame: 'ms/Bild',
    reusedFrom: (when) => `Wiederverwendet aus einem Lauf von ${when}; davor hat sich seitdem nichts geändert`,
    reused: 'Wiederverwendet',
    otherOptions: 'Mit anderen Einstellungen',
    otherOptionsHint: 'Die Einstellungen des Eingangs des Modells haben sich seit diesem Lauf geändert.',
  },
  counts: {
    atMost: (n) => `höchstens ${formatCount(n)} zugleich`,
    visits: 'Besuche',
    timeInside: 'Verweildauer',
    show: 'Diese Ereignisse zeigen',
  },
  csv: {
    noRows: 'Die Datei hat keine Zeilen.',
    first: (n) => `Die ersten ${formatCount(n)} Zeilen. Die vollständige Datei lässt sich herunterladen.`,
    rows: (n, reading) => `${plural(n, 'Zeile', 'Zeilen')}${reading}`,
  },
  liveFrame: {
    alt: 'Neuestes annotiertes Bild des Laufs',
    at: (time) => `Live · ${time}`,
  },
  json: {
    record: 'Datensatz',
    noRecords: 'Die Datei hat keine Datensätze.',
    recordN: (n) => `Datensatz ${n}`,
    first: (n) => `Die ersten ${formatCount(n)} Datensätze. Die vollständige Datei lässt sich herunterladen.`,
    records: (n, reading) => `${plural(n, 'Datensatz', 'Datensätze')}${reading}`,
  },
  log: {
    nothing: 'Das Protokoll ist leer.',
    title: 'Protokoll',
  },
  progress: {
    title: 'Fortschritt',
    gettingReady: 'Wird vorbereitet',
    running: 'Läuft',
    ofRun: 'Fortschritt des Laufs',
    ofTotal: (n) => `von ${formatCount(n)}`,
    videoTime: 'Videozeit',
  },
}
