/** Files of SAM 3 that are missing or do not fit. */
import type { sam3 as english } from '../../../../shared/messages/en/sam3.ts'

export const sam3: Record<keyof typeof english, string> = {
  'sam3.not_installed':
    'SAM 3 ist nicht installiert. Legen Sie die Dateien mit „sightline models install-sam3 <Ordner>“ ab (docs/sam3.md nennt sie und ihre Herkunft) oder wählen Sie ein trainiertes Modell.',
  'sam3.file_unopenable': '„{file}“ von SAM 3 lässt sich nicht öffnen. Installieren Sie SAM 3 erneut.',
  'sam3.file_unreadable':
    '„{file}“ von SAM 3 lässt sich nicht als ONNX-Modell lesen. Die Datei oder die Gewichte daneben sind vielleicht beschädigt oder unvollständig: Installieren Sie SAM 3 erneut.',
  'sam3.unfit_network':
    '„{file}“ passt nicht zu SAM 3: {reason}. Exportieren Sie die Netze, wie docs/sam3.md es beschreibt, und installieren Sie sie erneut.',
  'sam3.not_clip': 'Die Datei ist nicht der Tokenizer von CLIP',
  'sam3.no_start_and_end':
    'Sie fasst einen Text nicht in Anfangs- und Endzeichen ein, wie es der Tokenizer von CLIP tut',
  'sam3.extra_input': 'Es gibt eine Eingabe {tensor}, die SAM 3 nicht hat',
  'sam3.no_input': 'Es fehlt die Eingabe „{name}“ von {expected}',
  'sam3.no_output': 'Es fehlt die Ausgabe „{name}“ von {expected}',
  'sam3.other_input': 'Die Eingabe {tensor} ist nicht {expected}',
  'sam3.other_output': 'Die Ausgabe {tensor} ist nicht {expected}',
  'sam3.not_a_tensor': '„{name}“, die kein Tensor ist,',
  'sam3.type_and_shape': '{type} [{shape}]',
  'sam3.either_type': '{first} oder {second}',
  'sam3.other_length':
    '„{name}“ [{shape}] hat {length} {dimension}, aber „{otherName}“ von „{otherFile}“ hat {otherLength}',
  'sam3.fails': 'Das Netz läuft nicht ({reason})',
  'sam3.query_counts': 'Die Ausgaben {outputs} unterscheiden sich in der Anzahl der Queries',
}
