import type { Texts } from '../../en/index.ts'
import { formatCount, plural } from '../../plural.ts'

const images = (n: number) => plural(n, 'Bild', 'Bilder')
const were = (n: number) => (n === 1 ? '1 Bild wurde' : `${formatCount(n)} Bilder wurden`)

export const bring: Texts['data']['bring'] = {
  title: (name) => `Bilder zu „${name}“ hinzufügen`,
  open: 'Bilder hinzufügen',
  sources: {
    label: 'Quelle',
    images: 'Dateien',
    video: 'Video',
    archive: 'Archiv mit Labels',
    bucket: 'Bucket',
    run: 'Lauf',
  },
  dropHere: 'Bilder oder Ordner ablegen, um sie hinzuzufügen',
  notRead: 'Die abgelegten Dateien konnten nicht gelesen werden',
  images: {
    hint: 'JPEG, PNG, WebP, BMP, TIFF, AVIF oder GIF. Ordner werden zu Verzeichnissen des Datensatzes. Dateien lassen sich auch auf dem Raster ablegen.',
    files: 'Dateien wählen',
    folder: 'Ordner wählen',
    noImages: 'Unter diesen Dateien sind keine Bilder.',
    chosen: (n, size) => `${images(n)}, ${size}.`,
    directories: (n) => `Sie behalten ${plural(n, 'Verzeichnis', 'Verzeichnisse')}.`,
    leftOut: (n) =>
      n === 1
        ? '1 Datei wird ausgelassen, da sie kein Bild dieser Typen ist.'
        : `${formatCount(n)} Dateien werden ausgelassen, da sie keine Bilder dieser Typen sind.`,
    add: (n) => `${images(n)} hinzufügen`,
    adding: (done, total) => `${formatCount(done)} von ${plural(total, 'Bild', 'Bildern')} hinzugefügt`,
    progress: 'Fortschritt der Bilder',
    added: (n) => `${images(n)} hinzugefügt.`,
    stopped: (n) => `Abgebrochen: ${were(n)} nicht hinzugefügt.`,
    addLeft: (n) => `Die übrigen ${formatCount(n)} hinzufügen`,
    failed: (n) => `${were(n)} nicht hinzugefügt:`,
    tryAgain: (n) => `${images(n)} erneut versuchen`,
    more: (n) => `und ${formatCount(n)} weitere`,
  },
  video: {
    hint: 'Ein Video hochladen und dann wählen, welche seiner Bilder in den Datensatz kommen.',
    choose: 'Video wählen',
    sending: (name, sent, all) => `${name}: ${sent} von ${all} hochgeladen`,
    reading: 'Das Video wird gelesen…',
    progress: 'Fortschritt des Hochladens',
    noVideo: (name) => `„${name}“ ist kein Video.`,
  },
  bucket: {
    directoryHint: 'Im Datensatz; die Ordner des Buckets liegen darunter.',
    none: 'Kein Bucket ist verbunden. In den Einstellungen einen verbinden, dann hier seine Bilder wählen.',
    connect: 'Bucket verbinden',
    failed: 'Die verbundenen Buckets konnten nicht geladen werden',
    connection: 'Bucket',
    option: (name, bucket) => `${name} (${bucket})`,
    path: 'Pfad im Bucket',
    top: 'Oberste Ebene',
    folders: 'Ordner',
    folderFailed: 'Der Ordner konnte nicht aufgelistet werden',
    facts: (n, others, hasMore) =>
      [
        `${images(n)} in diesem Ordner${hasMore ? ', und weitere' : ''}.`,
        others > 0 ? `${plural(others, 'andere Datei wird', 'andere Dateien werden')} ausgelassen.` : '',
      ]
        .filter((part) => part !== '')
        .join(' '),
    start: 'Diesen Ordner mit allem darunter importieren',
    importing: (done, total) =>
      total === 0
        ? 'Der Bucket wird aufgelistet…'
        : `${formatCount(done)} von ${plural(total, 'Bild', 'Bildern')} importiert`,
    progress: 'Fortschritt des Imports',
    notCancelled: 'Der Import konnte nicht abgebrochen werden',
    cancelled: 'Der Import ist abgebrochen.',
    jobFailed: 'Die Bilder konnten nicht importiert werden.',
    imported: (n, skipped) =>
      `${images(n)} importiert.${skipped > 0 ? ` ${plural(skipped, 'Bild war', 'Bilder waren')} schon da.` : ''}`,
    another: 'Anderen Ordner wählen',
  },
  run: {
    hint: 'Bilder aus dem Video eines Laufs, etwa solche, bei denen sein Modell unsicher war.',
    none: 'Noch kein Lauf hat seine Erkennungen in einem Video aufbewahrt.',
    failed: 'Die Läufe konnten nicht geladen werden',
    run: 'Lauf',
    option: (workflow, video, when) => `${workflow} auf ${video}, ${when}`,
  },
  formats: {
    coco: 'COCO',
    yolo: 'YOLO',
    voc: 'Pascal VOC',
    cvat: 'CVAT',
    datumaro: 'Datumaro',
    label_studio: 'Label Studio',
    mot: 'MOT',
    labelme: 'LabelMe',
    kitti: 'KITTI',
    open_images: 'Open Images',
    voc_masks: 'Pascal-VOC-Masken',
    cityscapes: 'Cityscapes',
    image_folder: 'Ordner je Klasse',
    images: 'Bilder ohne Labels',
    csv: 'Tabelle von Boxen (CSV)',
  },
  archive: {
    directory: 'Verzeichnis',
    directoryHint: 'Im Datensatz; die Verzeichnisse des Archivs liegen darunter.',
    hint: 'Ein ZIP-Archiv mit Bildern und Labels, oder eine Datei mit Labels für Bilder, die der Datensatz schon hat: COCO, YOLO, Pascal VOC, CVAT, Datumaro, Label Studio, LabelMe, KITTI, Open Images, MOT und weitere. Vor der Bestätigung wird nichts geschrieben.',
    choose: 'Archiv wählen',
    notSent: (name) => `„${name}“ konnte nicht hochgeladen werden.`,
    working: {
      planning: (name) => `${name} wird gelesen…`,
      importing: (name) => `${name} wird importiert…`,
      undoing: (name) => `Der Import von ${name} wird rückgängig gemacht…`,
    },
    images: (files, matched, missing) =>
      [
        `${images(files)} im Archiv`,
        matched > 0 ? `${formatCount(matched)} im Datensatz` : '',
        missing > 0 ? `${formatCount(missing)} fehlen` : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    splits: (train, valid, test, none) =>
      [
        `Splits: ${formatCount(train)} in train, ${formatCount(valid)} in valid, ${formatCount(test)} in test`,
        none > 0 ? `${formatCount(none)} in keinem` : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    annotations: (kept, converted, dropped) =>
      `${plural(kept, 'Annotation', 'Annotationen')} übernommen, ${formatCount(converted)} davon umgewandelt, ${formatCount(dropped)} ausgelassen`,
    format: 'Format',
    candidates: 'Im Archiv erkannt',
    candidate: (name, annotations) => `${name}: ${plural(annotations, 'Annotation', 'Annotationen')}`,
    otherFormats: 'Andere Formate',
    noEvidence: 'Keine Datei des Archivs zeigt dieses Format.',
    keepsNone:
      'Das Archiv hat Annotationen, von denen keine erhalten bliebe; die Liste oben nennt den Grund. Wählen Sie ein anderes Format oder andere Namen der Klassen.',
    withoutAnnotations: 'Die Bilder ohne Annotationen hinzufügen',
    mode: 'Vorhandene Annotationen eines Bildes',
    modes: {
      append: 'Behalten und ergänzen',
      replace: 'Ersetzen',
      merge: 'Vorhandene aktualisieren und die übrigen ergänzen',
    },
    inArchive: 'Klasse im Archiv',
    annotationsOfClass: 'Annotationen',
    importAs: 'Wird zu',
    importClass: (name) => `Die Klasse ${name} importieren`,
    importClassAs: (name) => `Klasse, zu der ${name} wird`,
    isNew: 'neu',
    moreClasses: (n) =>
      n === 1 ? '1 weitere Klasse behält ihren Namen.' : `${formatCount(n)} weitere Klassen behalten ihre Namen.`,
    effects: { noted: 'Hinweis', converted: 'Umgewandelt', dropped: 'Ausgelassen' },
    noLosses: 'Alles im Archiv wird unverändert übernommen.',
    boxBase: 'Nummer des ersten Pixels in den Boxen dieser Dateien',
    sizeChoice: 'Labels von Bildern mit anderer Größe als angegeben',
    sizeChoices: { keep: 'Pixel behalten', scale: 'Auf das Bild skalieren', leave_out: 'Auslassen' },
    planAgain: 'Plan aktualisieren',
    confirm: 'Importieren',
    notCancelled: 'Der Import konnte nicht abgebrochen werden',
    failed: 'Das Archiv konnte nicht importiert werden.',
    done: (n, annotations) => `${images(n)} und ${plural(annotations, 'Annotation', 'Annotationen')} importiert.`,
    unchanged: (n) =>
      n === 1 ? '1 Annotation war schon vorhanden.' : `${formatCount(n)} Annotationen waren schon vorhanden.`,
    imagesFailed: (n) =>
      n === 1 ? '1 Datei war kein lesbares Bild.' : `${formatCount(n)} Dateien waren keine lesbaren Bilder.`,
    cancelled: (name) => `Der Import von ${name} ist abgebrochen.`,
    undone: (name) => `Der Import von ${name} ist rückgängig gemacht.`,
    undo: 'Import rückgängig machen',
    undoHint: 'Seither geänderte Annotationen und Bilder bleiben.',
  },
}
