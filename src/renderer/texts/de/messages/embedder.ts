/** Modelle, die Bilder und Texte einbetten. */
import type { embedder as english } from '../../../../shared/messages/en/embedder.ts'

export const embedder: Record<keyof typeof english, string> = {
  'embedder.file_missing':
    '„{file}“ des Suchmodells fehlt. Installieren Sie es erneut mit „sightline models install-embedder <Ordner>“.',
  'embedder.file_unreadable':
    '„{file}“ des Suchmodells kann nicht als ONNX-Modell gelesen werden. Die Datei oder die Gewichte daneben können beschädigt oder unvollständig sein: Installieren Sie das Modell erneut.',
  'embedder.unfit_network':
    '„{file}“ passt nicht zu einem Suchmodell: {reason}. docs/search.md beschreibt, wie die Dateien entstehen.',
  'embedder.no_image_input': 'die Eingabe ist nicht ein quadratisches Bild vom Typ float32 [1, 3, Seite, Seite]',
  'embedder.not_run': 'es kann nicht ausgeführt werden: {reason}',
  'embedder.no_vector': 'es liefert keinen Vektor aus Zahlen außer null',
  'embedder.no_tokenizer':
    '„{file}“ des Suchmodells ist kein Tokenizer von Hugging Face. Ohne ihn können keine Texte gesucht werden: Installieren Sie das Modell erneut.',
  'embedder.none':
    'Es gibt kein Suchmodell, das Texte kennt. Installieren Sie eines mit „sightline models get clip-vit-b32“; docs/search.md nennt weitere.',
  'embedder.unread': 'Das Suchmodell hat „{name}“ noch nicht gelesen. Versuchen Sie es gleich erneut.',
  'embedder.job_fault':
    'Die Bilder konnten wegen eines Fehlers in Sightline nicht für die Suche vorbereitet werden. Versuchen Sie es erneut.',
  'embedder.job_disk_full':
    'Die Festplatte ist voll. Schaffen Sie Platz und bereiten Sie die Bilder dann erneut für die Suche vor.',
}
