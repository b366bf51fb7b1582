/** What the host, the platform and the engine say when something can't be done. */
import type { SharedWords } from '../../shared-text.ts'

const calls: SharedWords['sentences'] = [
  [
    'Sightline’s platform does not answer. Try again in a moment.',
    'Die Plattform von Sightline antwortet nicht. Versuchen Sie es gleich noch einmal.',
  ],
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
  ['There is no such file.', 'Diese Datei gibt es nicht.'],
  ['This file is not there any more.', 'Diese Datei ist nicht mehr da.'],
  [
    'This file is no longer there. It may have been deleted or moved outside Sightline.',
    'Diese Datei ist nicht mehr da. Vielleicht wurde sie außerhalb von Sightline gelöscht oder verschoben.',
  ],
  [
    'This was changed in another window. Read it again.',
    'Das wurde in einem anderen Fenster geändert. Lesen Sie es neu.',
  ],
  [
    'Another window has named this version. Read the list again.',
    'Ein anderes Fenster hat diese Version benannt. Lesen Sie die Liste neu.',
  ],
  ['This version is not there any more.', 'Diese Version ist nicht mehr da.'],
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
  ['The upload has no bytes.', 'Die hochgeladene Datei ist leer.'],
  [
    'These files are more than a ZIP archive can hold. Download them one by one.',
    'Diese Dateien sind mehr, als ein ZIP-Archiv fassen kann. Laden Sie sie einzeln herunter.',
  ],
  ['One of these files is no longer there.', 'Eine dieser Dateien ist nicht mehr da.'],
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
]

const runs: SharedWords['sentences'] = [
  [
    'Sightline was closed before this run had started. Resume it, or run the workflow again.',
    'Sightline wurde geschlossen, bevor dieser Lauf begonnen hatte. Setzen Sie ihn fort oder führen Sie den Workflow erneut aus.',
  ],
  [
    'Sightline ended while this run was going on. Resume it, or run the workflow again.',
    'Sightline wurde beendet, während dieser Lauf im Gange war. Setzen Sie ihn fort oder führen Sie den Workflow erneut aus.',
  ],
  [
    'The run could not be carried out because of a fault inside Sightline. Its log says more; try again.',
    'Der Lauf konnte wegen eines Fehlers in Sightline nicht ausgeführt werden. Sein Protokoll sagt mehr; versuchen Sie es erneut.',
  ],
  [
    'The run was stored without its source. Run the workflow again.',
    'Der Lauf wurde ohne seine Quelle gespeichert. Führen Sie den Workflow erneut aus.',
  ],
  ['This run has ended already ({status}).', 'Dieser Lauf ist schon beendet ({status}).'],
]

export const hostProblems: SharedWords['sentences'] = [...calls, ...media, ...runs]
