/** What the engine says of videos, images and blocks that it can't go on with, or only in part. */
import type { SharedWords } from '../../shared-text.ts'

const refused: SharedWords['sentences'] = [
  [
    '“{name}” is not there any more. Choose the file again.',
    '„{name}“ ist nicht mehr da. Wählen Sie die Datei erneut.',
  ],
  [
    '{name} is on another computer. Copy it to this computer, or connect the share as a drive, and choose it there.',
    '{name} liegt auf einem anderen Computer. Kopieren Sie die Datei auf diesen Computer, oder verbinden Sie die Freigabe als Laufwerk, und wählen Sie sie dort.',
  ],
  [
    '“{name}” is not a file. Choose a video or an image.',
    '„{name}“ ist keine Datei. Wählen Sie ein Video oder ein Bild.',
  ],
  [
    '“{name}” may not be read. Change its permissions or copy it elsewhere.',
    '„{name}“ darf nicht gelesen werden. Ändern Sie die Zugriffsrechte oder kopieren Sie die Datei an einen anderen Ort.',
  ],
  [
    '“{name}” is empty (0 bytes). Copy it again from where it came from.',
    '„{name}“ ist leer (0 Byte). Kopieren Sie die Datei noch einmal von dort, woher sie kam.',
  ],
  [
    '“{name}” is not a video or image that can be read, whatever its name says. Choose another file, or convert it to MP4.',
    '„{name}“ ist kein lesbares Video oder Bild, was immer der Name sagt. Wählen Sie eine andere Datei oder wandeln Sie sie in MP4 um.',
  ],
  [
    "“{name}” is a HEIC photo, which can't be read. Export it as JPEG or PNG.",
    '„{name}“ ist ein HEIC-Foto und nicht lesbar. Exportieren Sie es als JPEG oder PNG.',
  ],
  [
    '“{name}” has no picture: only sound or other data. Choose a video.',
    '„{name}“ hat kein Bild, nur Ton oder andere Daten. Wählen Sie ein Video.',
  ],
  ['“{name}” is a video, not an image.', '„{name}“ ist ein Video, kein Bild.'],
  [
    "“{name}” uses the video format {codec}, which can't be decoded here. Convert it to H.264 in MP4.",
    '„{name}“ hat das Videoformat {codec}, das hier nicht gelesen werden kann. Wandeln Sie es in H.264 in MP4 um.',
  ],
  [
    '“{name}” is damaged: not a single picture in it can be decoded. Copy it again from where it came from.',
    '„{name}“ ist beschädigt: Kein einziges Bild darin ist lesbar. Kopieren Sie die Datei noch einmal von dort, woher sie kam.',
  ],
  [
    'The picture in “{name}” is too large to be decoded. Scale it down first.',
    'Das Bild in „{name}“ ist zu groß, um gelesen zu werden. Verkleinern Sie es zuerst.',
  ],
  [
    '“{name}” ends too early: it looks cut off, and its index is missing. Copy it again from the camera, or repair it.',
    '„{name}“ endet zu früh: Die Datei ist offenbar abgeschnitten, und ihr Verzeichnis fehlt. Kopieren Sie sie noch einmal von der Kamera oder reparieren Sie sie.',
  ],
  [
    '“{name}” ends too early: {missing} of its {announced} are missing, so it looks cut off. Copy it again from the camera, or repair it.',
    '„{name}“ endet zu früh: {missing} von {announced} fehlen, die Datei ist offenbar abgeschnitten. Kopieren Sie sie noch einmal von der Kamera oder reparieren Sie sie.',
  ],
  [
    '“{name}” is damaged: it ends in the middle of the picture. Copy it again from where it came from.',
    '„{name}“ ist beschädigt: Die Datei endet mitten im Bild. Kopieren Sie sie noch einmal von dort, woher sie kam.',
  ],
  [
    'The model “{name}” stopped at this picture. ONNX Runtime says: {reason}',
    'Das Modell „{name}“ kam mit diesem Bild nicht zurecht. ONNX Runtime meldet: {reason}',
  ],
  ['The block “{id}” failed: {reason}', 'Der Block „{id}“ ist fehlgeschlagen: {reason}'],
]

const passedOver: SharedWords['sentences'] = [
  [
    '“{name}” ends {missing} before its announced end; the rest was read.',
    '„{name}“ endet {missing} vor dem angekündigten Ende; der Rest wurde gelesen.',
  ],
  [
    '“{name}” looks cut off at its end; all that is there was read.',
    '„{name}“ ist am Ende offenbar abgeschnitten; was da ist, wurde gelesen.',
  ],
  [
    '“{name}” is damaged in {places}; pictures there may be missing or look wrong.',
    '„{name}“ ist stellenweise beschädigt; Bilder fehlen dort vielleicht oder sehen falsch aus.',
  ],
  [
    "The picture in “{name}” changes its size on the way; later frames were scaled to the first one's.",
    'Das Bild in „{name}“ ändert unterwegs seine Größe; spätere Bilder wurden auf die des ersten gebracht.',
  ],
  [
    'The sound of “{name}” could not be carried over; the video is silent.',
    'Der Ton von „{name}“ konnte nicht übernommen werden; das Video ist stumm.',
  ],
  [
    'The sound of “{name}” is damaged and ends before the picture does.',
    'Der Ton von „{name}“ ist beschädigt und endet vor dem Bild.',
  ],
  [
    'The inspector shows this run up to {time} s only: its record is limited to {limit} MB. The results are whole. Lower the sample rate of the source to record more of the video.',
    'Der Inspektor zeigt diesen Lauf nur bis {time} s: Seine Aufzeichnung ist auf {limit} MB begrenzt. Die Ergebnisse sind vollständig. Senken Sie die Abtastrate der Quelle, um mehr vom Video aufzuzeichnen.',
  ],
  [
    '“{name}” was changed while it was read: results may be of two different states of it. Run again to be sure.',
    '„{name}“ wurde während des Lesens geändert: Die Ergebnisse stammen vielleicht aus zwei Ständen. Führen Sie den Workflow zur Sicherheit erneut aus.',
  ],
]

export const mediaProblems: SharedWords['sentences'] = [...refused, ...passedOver]
