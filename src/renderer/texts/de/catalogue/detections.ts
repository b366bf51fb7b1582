/** What chooses, follows, cuts out and directs detections. */
import type { BlockWords } from '../../shared-text.ts'
import { unionIou } from './union.ts'

export const filter: BlockWords = {
  title: 'Filter',
  summary: 'Behält ausgewählte Klassen, lässt Erkennungen mit niedriger Konfidenz weg',
  docs: 'Behält Erkennungen der gewählten Klassen, deren Konfidenz den Mindestwert erreicht. Vor einer Verfolgung sollte die Konfidenz niedrig bleiben: ByteTrack nutzt Erkennungen mit niedriger Konfidenz, um teilweise verdeckte Objekte nicht zu verlieren.',
  inputs: { detections: 'Erkennungen' },
  outputs: { detections: 'Erkennungen' },
  fields: {
    keep_classes: { title: 'Klassen behalten', description: 'Leer behält alle' },
    min_confidence: { title: 'Mindestkonfidenz', description: 'Erkennungen darunter entfallen' },
    union_iou: unionIou,
  },
}

export const track: BlockWords = {
  title: 'Verfolgung',
  summary: 'Verfolgt jedes Objekt von Bild zu Bild',
  docs: 'Gibt jedem Objekt eine Kennung, die gleich bleibt, solange es zu sehen ist. ByteTrack ist schnell und richtig für eine stehende Kamera; BoT-SORT gleicht auch Bewegungen der Kamera aus und erkennt mit einem Erscheinungsmodell Objekte an ihrem Aussehen wieder.',
  inputs: { detections: 'Erkennungen' },
  outputs: { detections: 'Tracks' },
  fields: {
    tracker: {
      title: 'Tracker',
      description: 'ByteTrack für eine feste Kamera, BoT-SORT für eine bewegte',
      values: { bytetrack: 'ByteTrack', botsort: 'BoT-SORT' },
    },
    high_threshold: {
      title: 'Hohe Konfidenz ab',
      description: 'Erkennungen ab dieser Konfidenz werden zuerst zugeordnet',
    },
    low_threshold: {
      title: 'Niedrige Konfidenz ab',
      description: 'Erkennungen zwischen diesem Wert und „Hohe Konfidenz ab“ setzen nur bestehende Tracks fort',
    },
    new_track_threshold: {
      title: 'Neuer Track ab',
      description: 'Ab dieser Konfidenz beginnt eine Erkennung einen neuen Track',
    },
    match_threshold: {
      title: 'Zuordnungsabstand',
      description:
        'Größter Abstand (1 − Überdeckung, nach Konfidenz gewichtet) für eine Zuordnung; höher ordnet mehr zu',
    },
    lost_after_s: {
      title: 'Vergessen nach',
      description: 'So lange bleibt ein verlorenes Objekt in Erinnerung; bei langen Verdeckungen erhöhen',
    },
    class_handling: {
      title: 'Klassen',
      description:
        'Zusammen: Ein Objekt behält seine Kennung, wenn sich seine Klasse von Bild zu Bild ändert, und hat die häufigste. Getrennt: Jede Klasse wird für sich verfolgt',
      values: { together: 'Zusammen', apart: 'Getrennt' },
    },
    second_match_threshold: {
      title: 'Zuordnungsabstand, niedrige Konfidenz',
      description: 'Größter Abstand (1 − Überdeckung) für die Zuordnung einer Erkennung mit niedriger Konfidenz',
    },
    unconfirmed_match_threshold: {
      title: 'Zuordnungsabstand, neue Tracks',
      description:
        'Größter Abstand (1 − Überdeckung, nach Konfidenz gewichtet) zwischen der ersten und der zweiten Sichtung eines Objekts',
    },
    fuse_score: {
      title: 'Nach Konfidenz gewichten',
      description:
        'Von zwei gleich passenden Erkennungen die sicherere vorziehen; in dichten Menschenmengen ausschalten',
    },
    min_box_area: {
      title: 'Kleinste Fläche',
      description: 'Tracks mit kleinerem Rahmen werden nicht ausgegeben; 0 behält alle',
    },
    max_aspect_ratio: {
      title: 'Größtes Seitenverhältnis',
      description: 'Tracks mit einem größeren Verhältnis von Breite zu Höhe entfallen; 1,6 passt für Menschen',
    },
    camera_motion: {
      title: 'Kamerabewegung',
      description: 'Wie sich die Kamera von Bild zu Bild bewegen darf; am Hintergrund durch optischen Fluss ermittelt',
      values: {
        similarity: 'Verschieben, drehen, zoomen',
        affine: 'Affin',
        shift: 'Nur verschieben',
        off: 'Steht still',
      },
    },
    reid_model_id: {
      title: 'Erscheinungsmodell',
      description:
        'Name oder Kennung eines Wiedererkennungsmodells (ONNX, Bild zu Vektor), das Objekte an ihrem Aussehen wiedererkennt',
    },
    proximity_threshold: {
      title: 'Nähe',
      description:
        'Das Aussehen wird nur bis zu diesem Abstand der Rahmen (1 − Überdeckung) verglichen; mit 1 überall im Bild',
    },
    appearance_threshold: {
      title: 'Abstand des Aussehens',
      description: 'Bis zu diesem Abstand (halbe Kosinusdistanz) gilt das Aussehen als gleich; höher ordnet mehr zu',
    },
    appearance_momentum: {
      title: 'Gedächtnis für Aussehen',
      description:
        'Anteil des gemerkten Aussehens, der bei jeder Aktualisierung bleibt; höhere Werte ändern sich langsamer',
    },
    union_iou: unionIou,
  },
}

export const crop: BlockWords = {
  title: 'Ausschnitt',
  summary: 'Schneidet jede Erkennung aus, für ein zweites Modell',
  docs: 'Schneidet Erkennungen aus dem Bild, die sichersten zuerst. Ein Modell hinter diesem Block wertet jeden Ausschnitt aus und findet kleine Teile, die es im ganzen Bild übersehen würde.',
  inputs: { detections: 'Erkennungen' },
  outputs: { frames: 'Ausschnitte' },
  fields: {
    source_classes: { title: 'Klassen', description: 'Nur diese ausschneiden; leer schneidet alle aus' },
    max_crops: { title: 'Höchstens', description: 'So viele Ausschnitte je Bild, die sichersten zuerst' },
    min_crop_size: {
      title: 'Kleinste Seite',
      description: 'Erkennungen, deren kürzere Seite kleiner ist, werden nicht ausgeschnitten',
    },
    emit_crops: {
      title: 'Ausschnitte speichern',
      description: 'Die Ausschnitte auch als Bilder unter den Dateien des Laufs speichern',
    },
    union_iou: unionIou,
  },
}

export const condition: BlockWords = {
  title: 'Bedingung',
  summary: 'Schickt jedes Bild in einen von zwei Zweigen',
  docs: 'Wertet die Regeln für jedes Bild aus und schickt dessen Erkennungen in den Zweig „Wahr“ oder in den Zweig „Falsch“, nie in beide. „N der letzten M Bilder“ verhindert Flackern.',
  inputs: { detections: 'Erkennungen' },
  outputs: { true: 'Wahr', false: 'Falsch' },
  fields: {
    rules: {
      title: 'Regeln',
      description: 'Bedingungen, die ein Bild erfüllen muss',
      items: {
        subject: {
          title: 'Gegenstand',
          values: {
            class_count: 'Objekte im Bild',
            detection_size: 'Größtes Objekt',
            line: 'Überquerungen einer Linie',
            zone: 'Objekte in einer Zone',
          },
        },
        class_name: { title: 'Klasse', description: 'Leer zählt alle Klassen' },
        operator: { title: 'Ist' },
        threshold: { title: 'Wert' },
        points: { title: 'Punkte', description: 'Die Linie oder Zone, auf die sich die Regel bezieht' },
      },
    },
    combinator: {
      title: 'Gelten müssen',
      description: 'Alle Regeln oder eine davon',
      values: { all: 'Alle', any: 'Eine davon' },
    },
    hold_n: { title: 'In N Bildern', description: 'Wahr nur, wenn die Regeln in N der letzten M Bilder galten' },
    hold_m: { title: 'der letzten M', description: 'Länge des Fensters in Bildern' },
    union_iou: unionIou,
  },
}
