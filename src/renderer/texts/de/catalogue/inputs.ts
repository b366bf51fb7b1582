/** Where frames come from, and what finds things in them. */
import type { BlockWords } from '../../shared-text.ts'

export const source: BlockWords = {
  title: 'Quelle',
  summary: 'Liefert die Bilder eines Videos, eines Einzelbilds, eines Datensatzes oder eines Exports',
  docs: 'Jeder Workflow beginnt mit einer Quelle. Bilder behalten die Zeitstempel der Datei, daher werden auch Videos mit variabler Bildrate richtig gemessen. Eine vom Telefon gespeicherte Drehung wird angewendet, und nicht quadratische Pixel werden quadratisch. HDR erscheint in den Farben von SDR. Die Bilder eines Datensatzes oder Exports folgen einander im Abstand einer Sekunde; nicht lesbare werden übersprungen und aufgelistet.',
  inputs: {},
  outputs: { frames: 'Bilder' },
  fields: {
    kind: {
      title: 'Art',
      description: 'Herkunft der Bilder',
      values: { video: 'Video', image: 'Bild', dataset: 'Datensatz', export: 'Export' },
    },
    gcs_uri: { title: 'Datei', description: 'Das Video oder Bild, das verarbeitet wird' },
    dataset_project_id: { title: 'Datensatz', description: 'Der Datensatz, dessen Bilder gelesen werden' },
    directory_path: {
      title: 'Ordner',
      description: 'Nur Bilder darin und darunter, etwa /train; leer liest den ganzen Datensatz',
    },
    export_id: {
      title: 'Export',
      description: 'Der Export, dessen Bilder gelesen werden, auf dem Stand bei seiner Erstellung',
    },
    sample_fps: {
      title: 'Abtastrate',
      description: 'Verarbeitete Bilder je Sekunde, nach Zeitstempel gewählt; leer verarbeitet jedes Bild',
      unit: 'Bilder/s',
    },
    deinterlace: {
      title: 'Deinterlacing',
      description:
        'Automatisch macht ganze Bilder aus denen, die die Datei als Halbbilder kennzeichnet; ausgefranste Kanten kosten Erkennungen',
      values: { off: 'Aus', auto: 'Automatisch' },
    },
  },
}

export const model: BlockWords = {
  title: 'Modell',
  summary: 'Findet Objekte in jedem Bild',
  docs: 'Führt auf jedem Bild ein Modell aus und gibt seine Erkennungen weiter. Wo Erkennungen mehrerer Modelle zusammentreffen, werden sie vereinigt: Von Rahmen einer Klasse, die sich überdecken, bleibt der sicherste. Nach einem Ausschnitt-Block läuft das Modell auf jedem Ausschnitt und gibt Erkennungen in den Koordinaten des ganzen Bildes weiter.',
  inputs: { frames: 'Bilder' },
  outputs: { detections: 'Erkennungen' },
  fields: {
    model_kind: {
      title: 'Art',
      description: 'Ein trainiertes Modell oder SAM 3, das Objekte nach Suchbegriffen findet',
      values: { trained: 'Trainiert', sam3: 'SAM 3' },
    },
    model_id: { title: 'Modell', description: 'Eines Ihrer Modelle' },
    prompt_classes: {
      title: 'Suchbegriffe',
      description: 'Objekte, die SAM 3 findet, in Worten beschrieben',
      items: {
        name: { title: 'Suchbegriff' },
        output_type: { title: 'Ausgabe', values: { bbox: 'Rahmen', polygon: 'Umriss' } },
      },
    },
    confidence_threshold: {
      title: 'Konfidenz',
      description: 'Erkennungen darunter entfallen; ein niedrigerer Wert findet mehr Objekte und macht mehr Fehler',
    },
    class_filter: { title: 'Klassen', description: 'Nur diese Klassen behalten; leer behält alle' },
    iou_threshold: {
      title: 'Überdeckung (IoU)',
      description: 'Von zwei Rahmen einer Klasse, die sich stärker überdecken, bleibt der sicherere',
    },
    max_detections: {
      title: 'Höchstens',
      description: 'So viele Erkennungen bleiben in einem Bild, die sichersten zuerst',
    },
    class_agnostic_nms: {
      title: 'Überdeckung über Klassen hinweg',
      description: 'Überdeckende Rahmen auch dann unterdrücken, wenn ihre Klassen verschieden sind',
    },
    tiled: {
      title: 'Kacheln',
      description:
        'Läuft auch auf überlappenden Kacheln jedes Bildes: findet kleine Objekte, kostet aber eine Inferenz je Kachel',
    },
    tile_size: {
      title: 'Kachelgröße',
      description: 'Seite einer Kachel in Pixeln des Bildes; kleiner findet kleinere Objekte und dauert länger',
    },
    tile_overlap: {
      title: 'Kachelüberlappung',
      description: 'Anteil einer Kachel, den ihre Nachbarin überdeckt; etwa so groß wählen wie die kleinen Objekte',
    },
    device: {
      title: 'Gerät',
      description: 'Führt dieses Modell auf einem eigenen Gerät aus, wo die Einstellungen ein anderes nennen',
    },
    draw: { title: 'Darstellung', description: 'Farbe, Beschriftung und Sichtbarkeit je Klassenname' },
  },
}
