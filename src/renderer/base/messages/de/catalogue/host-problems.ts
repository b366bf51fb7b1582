/** What the host, the platform and the engine say when something can't be done. */
import type { SharedWords } from '../../shared-text.ts'

const calls: SharedWords['sentences'] = [
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
]

const media: SharedWords['sentences'] = [
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
    'Another run is writing to “{folder}”. Wait until it has ended, or choose another folder for the results.',
    'Ein anderer Lauf schreibt in „{folder}“. Warten Sie, bis er beendet ist, oder wählen Sie einen anderen Ordner für die Ergebnisse.',
  ],
  [
    'This run can’t be continued: a later run has completed in “{folder}”, and its results would be replaced. Move those to another folder, then resume.',
    'Dieser Lauf lässt sich nicht fortsetzen: In „{folder}“ ist ein späterer Lauf fertig geworden, dessen Ergebnisse ersetzt würden. Verschieben Sie diese in einen anderen Ordner und setzen Sie dann fort.',
  ],
  [
    'There are no images to look at. Add some, or choose another data set or folder.',
    'Es gibt keine Bilder zu betrachten. Fügen Sie welche hinzu oder wählen Sie einen anderen Datensatz oder Ordner.',
  ],
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
