/** Where frames come from, and what finds things in them. */
import type { BlockWords } from '../../shared-text.ts'

export const source: BlockWords = {
  title: 'Quelle',
  summary: 'Ein Video, ein Bild oder ein Datensatz: woher die Bilder kommen',
  docs: 'Jeder Workflow beginnt mit einer Quelle. Bilder behalten die Zeiten, die sie in der Datei haben, daher werden auch Videos mit schwankender Bildrate richtig gemessen. Eine vom Telefon gespeicherte Drehung wird angewendet, und Pixel, die nicht quadratisch sind, werden es. Die Bilder eines Datensatzes folgen einander im Abstand einer Sekunde; nicht lesbare werden übersprungen und aufgelistet.',
  inputs: {},
  outputs: { frames: 'Bilder' },
  fields: {
    kind: {
      title: 'Art',
      description: 'Woher die Bilder kommen',
      values: { video: 'Video', image: 'Bild', dataset: 'Datensatz', export: 'Export' },
    },
    gcs_uri: { title: 'Datei', description: 'Das Video oder Bild, dessen Bilder betrachtet werden' },
    dataset_project_id: { title: 'Datensatz', description: 'Der Datensatz, dessen Bilder gelesen werden' },
    directory_path: {
      title: 'Ordner',
      description: 'Nur Bilder darin und darunter, etwa /train; leer liest den ganzen Datensatz',
    },
    export_id: { title: 'Export', description: 'Der Export, dessen Bilder gelesen werden, mit seiner Kennung' },
    sample_fps: {
      title: 'Abtastrate',
      description: 'Betrachtete Bilder je Sekunde, nach ihrer Zeit gewählt; leer betrachtet jedes Bild',
      unit: 'Bilder/s',
    },
  },
}

export const model: BlockWords = {
  title: 'Modell',
  summary: 'Findet Objekte in jedem Bild',
  docs: 'Führt auf jedem Bild ein Modell aus und gibt weiter, was es findet. Mehrere Modelle an einer Quelle werden vereint: Wo sich zwei Rahmen einer Klasse überdecken, bleibt der sicherere. Nach einem Ausschnitt-Block sieht das Modell jeden Ausschnitt, und was es findet, kommt in den Koordinaten des ganzen Bildes zurück.',
  inputs: { frames: 'Bilder' },
  outputs: { detections: 'Erkennungen' },
  fields: {
    model_kind: {
      title: 'Art',
      description: 'Ein eigenes trainiertes Modell oder SAM 3, das findet, was Sie in Worten nennen',
      values: { trained: 'Trainiert', sam3: 'SAM 3' },
    },
    model_id: { title: 'Modell', description: 'Eines Ihrer Modelle' },
    prompt_classes: {
      title: 'Suchbegriffe',
      description: 'Was SAM 3 finden soll, in Worten',
      items: {
        name: { title: 'Was gesucht wird' },
        output_type: { title: 'Ausgabe', values: { bbox: 'Rahmen', polygon: 'Umriss' } },
      },
    },
    confidence_threshold: {
      title: 'Konfidenz',
      description: 'Erkennungen darunter entfallen; niedriger findet mehr und irrt öfter',
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
        'Auch überlappende Kacheln jedes Bildes betrachten: findet kleine Objekte, kostet aber je einen Durchgang',
    },
    tile_size: {
      title: 'Kachel',
      description: 'Seite einer Kachel in Pixeln des Bildes; kleiner findet kleinere Objekte und dauert länger',
    },
    tile_overlap: {
      title: 'Kachelüberlappung',
      description: 'Anteil einer Kachel, den auch ihre Nachbarin sieht; so groß wählen, wie die kleinen Objekte sind',
    },
    draw: { title: 'Darstellung', description: 'Farbe, Beschriftung und Sichtbarkeit je Klassenname' },
  },
}
