/** What the host, the platform and the engine say when something can't be done. */
import type { SharedWords } from '../../shared-text.ts'

const calls: SharedWords['sentences'] = [
  [
    'Something went wrong on the server. Its log says more.',
    'Auf dem Server ist etwas schiefgegangen. Sein Protokoll sagt mehr.',
  ],
  [
    'The disk of the server is full. Make room, then try again.',
    'Der Datenträger ist voll. Schaffen Sie Platz und versuchen Sie es dann erneut.',
  ],
  [
    'The disk of the server is full, so nothing was changed. Make room, then try again.',
    'Der Datenträger ist voll, deshalb wurde nichts geändert. Schaffen Sie Platz und versuchen Sie es dann erneut.',
  ],
  [
    'The disk is full. Make room, then run the workflow again.',
    'Der Datenträger ist voll. Schaffen Sie Platz und starten Sie den Workflow dann erneut.',
  ],
  [
    'The disk is full. Make room, then extract the frames again.',
    'Der Datenträger ist voll. Schaffen Sie Platz und ziehen Sie die Bilder dann erneut heraus.',
  ],
  [
    'The disk that holds {path} is full. Make room, then start Sightline again.',
    'Der Datenträger mit {path} ist voll. Schaffen Sie Platz und starten Sie Sightline dann erneut.',
  ],
  [
    '{path} is shared by all users of this machine. Choose a folder inside it, as {inside}.',
    '{path} teilen sich alle Benutzer dieses Rechners. Wählen Sie einen Ordner darin, etwa {inside}.',
  ],
  [
    'The request came too slowly and was given up. Check the connection and send it again.',
    'Die Anfrage kam zu langsam und wurde abgebrochen. Prüfen Sie die Verbindung und senden Sie sie erneut.',
  ],
  [
    'This run is being resumed already. Open the run that continues it.',
    'Dieser Lauf wird schon fortgesetzt. Öffnen Sie den Lauf, der ihn fortsetzt.',
  ],
  ['A field has a value that is not allowed.', 'Ein Feld hat einen Wert, der nicht erlaubt ist.'],
  ['This is not possible in the current state.', 'Das ist im gegenwärtigen Zustand nicht möglich.'],
  [
    'A run is waiting or working. Clear when it has ended, or cancel it.',
    'Ein Lauf wartet oder arbeitet. Leeren Sie nach seinem Ende, oder brechen Sie ihn ab.',
  ],
  ['There is no workflow “{name}”.', 'Es gibt keinen Workflow „{name}“.'],
  ['There is no model “{name}”.', 'Es gibt kein Modell „{name}“.'],
  ['There is no data set “{name}”.', 'Es gibt keinen Datensatz „{name}“.'],
  ['There is no run with this id.', 'Diesen Lauf gibt es nicht.'],
  ['This run has been deleted.', 'Dieser Lauf wurde gelöscht.'],
  ['This model has been deleted.', 'Dieses Modell wurde gelöscht.'],
  ['There is another workflow named “{name}”.', 'Es gibt schon einen Workflow mit dem Namen „{name}“.'],
  [
    'There is another model named “{name}”. Choose another name.',
    'Es gibt schon ein Modell mit dem Namen „{name}“. Wählen Sie einen anderen Namen.',
  ],
  [
    'There is another data set named “{name}”. Choose another name.',
    'Es gibt schon einen Datensatz mit dem Namen „{name}“. Wählen Sie einen anderen Namen.',
  ],
  [
    'The file is larger than this server takes ({size} bytes).',
    'Die Datei ist größer, als dieser Server annimmt ({size} Bytes).',
  ],
  [
    'The upload broke off before the file was whole. Send it again.',
    'Der Upload brach ab, bevor die Datei vollständig war. Senden Sie sie erneut.',
  ],
  ['The upload broke off. Try it again.', 'Der Upload brach ab. Versuchen Sie es erneut.'],
]

const media: SharedWords['sentences'] = [
  [
    'This file is a picture, not a video. Choose a video file.',
    'Diese Datei ist ein Bild, kein Video. Wählen Sie eine Videodatei.',
  ],
  [
    '“{name}” is a picture, not a video. Choose a video file.',
    '„{name}“ ist ein Bild, kein Video. Wählen Sie eine Videodatei.',
  ],
  [
    '“{name}” holds no picture that can be decoded. Choose another file.',
    '„{name}“ enthält kein Bild, das sich lesen lässt. Wählen Sie eine andere Datei.',
  ],
  [
    '“{name}” can’t be read as an ONNX model. The file may be damaged or incomplete: download or export it again.',
    '„{name}“ lässt sich nicht als ONNX-Modell lesen. Die Datei ist vielleicht beschädigt oder unvollständig: Laden Sie sie erneut herunter oder exportieren Sie sie neu.',
  ],
  [
    'The model file “{name}” can’t be opened. Check that it is still there and may be read.',
    'Die Modelldatei „{name}“ lässt sich nicht öffnen. Prüfen Sie, ob sie noch da ist und gelesen werden darf.',
  ],
  ['The model “{name}” is not there. Choose another.', 'Das Modell „{name}“ ist nicht da. Wählen Sie ein anderes.'],
]

const runs: SharedWords['sentences'] = [
  [
    'This run was interrupted before it had ended. Resume it, or run the workflow again.',
    'Dieser Lauf wurde vor seinem Ende unterbrochen. Setzen Sie ihn fort oder führen Sie den Workflow erneut aus.',
  ],
  [
    'Sightline was closed before this run had started. Resume it, or run the workflow again.',
    'Sightline wurde geschlossen, bevor dieser Lauf begonnen hatte. Setzen Sie ihn fort oder führen Sie den Workflow erneut aus.',
  ],
  [
    'Sightline ended while this run was going on. Resume it, or run the workflow again.',
    'Sightline wurde beendet, während dieser Lauf im Gange war. Setzen Sie ihn fort oder führen Sie den Workflow erneut aus.',
  ],
  [
    'Another run is writing to “{folder}”. Wait until it has ended, or choose another folder for the results.',
    'Ein anderer Lauf schreibt in „{folder}“. Warten Sie, bis er beendet ist, oder wählen Sie einen anderen Ordner für die Ergebnisse.',
  ],
  [
    'This run can’t be continued: a later run has completed in “{folder}”, and its results would be replaced. Move those to another folder, then resume.',
    'Dieser Lauf lässt sich nicht fortsetzen: In „{folder}“ ist ein späterer Lauf fertig geworden, dessen Ergebnisse ersetzt würden. Verschieben Sie diese in einen anderen Ordner und setzen Sie dann fort.',
  ],
  [
    'The run could not be carried out because of a fault inside Sightline. Its log says more; try again.',
    'Der Lauf konnte wegen eines Fehlers in Sightline nicht ausgeführt werden. Sein Protokoll sagt mehr; versuchen Sie es erneut.',
  ],
  [
    'The run was stored without its source. Run the workflow again.',
    'Der Lauf wurde ohne seine Quelle gespeichert. Führen Sie den Workflow erneut aus.',
  ],
  [
    'There are no images to look at. Add some, or choose another data set or folder.',
    'Es gibt keine Bilder zu betrachten. Fügen Sie welche hinzu oder wählen Sie einen anderen Datensatz oder Ordner.',
  ],
  ['This run has ended already ({status}).', 'Dieser Lauf ist schon beendet ({status}).'],
  [
    'The disk that holds “{path}” is full. Free some space, or choose another folder for the results.',
    'Der Datenträger mit „{path}“ ist voll. Schaffen Sie Platz oder wählen Sie einen anderen Ordner für die Ergebnisse.',
  ],
  [
    'Results can’t be written to “{path}”. Check that the folder exists and may be written to, or choose another.',
    'Ergebnisse können nicht nach „{path}“ geschrieben werden. Prüfen Sie, ob der Ordner da ist und beschrieben werden darf, oder wählen Sie einen anderen.',
  ],
]

export const hostProblems: SharedWords['sentences'] = [...calls, ...media, ...runs]
