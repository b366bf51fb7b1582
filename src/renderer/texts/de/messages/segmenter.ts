/** Segmentierer, Prompts und Stapel der automatischen Annotation. */
import type { segmenter as english } from '../../../../shared/messages/en/segmenter.ts'

export const segmenter: Record<keyof typeof english, string> = {
  'segmenter.file_missing':
    '„{file}“ des Segmentierers fehlt. Installieren Sie ihn erneut mit „sightline models install-segmenter <Ordner>“.',
  'segmenter.file_unreadable':
    '„{file}“ des Segmentierers lässt sich nicht als ONNX-Modell lesen. Die Datei oder die Gewichte daneben sind vielleicht beschädigt oder unvollständig: Installieren Sie den Segmentierer erneut.',
  'segmenter.unfit_network':
    '„{file}“ passt zu keinem Segmentierer: {reason}. Exportieren Sie die Netze, wie docs/segmenters.md es beschreibt, und installieren Sie sie erneut.',
  'segmenter.no_image_input':
    'Der Eingang ist kein einzelnes Bild vom Typ float32 [1, 3, Höhe, Breite] oder [Höhe, Breite, 3]',
  'segmenter.no_input': 'Der Eingang „{name}“ fehlt',
  'segmenter.no_output': 'Der Ausgang „{name}“ fehlt',
  'segmenter.extra_input': 'Der Eingang „{name}“ gehört zu keinem Segmentierer',
  'segmenter.mask_counts': 'Die Ausgänge „{masks}“ und „{scores}“ passen nicht zueinander',
  'segmenter.prompt_type': 'Der Eingang „{name}“ ist vom Typ {type}',
  'segmenter.too_many_points':
    '„{file}“ nimmt höchstens {count, plural, one {# Punkt} other {# Punkte}}, und dieser Prompt hat {points} (ein Kasten zählt als zwei). Exportieren Sie das Netz erneut mit freier Anzahl von Punkten (docs/segmenters.md).',
  'segmenter.no_texts': '{name} sucht nicht nach Texten: Das kann SAM 3.',
  'segmenter.no_points': 'Die Netze von SAM 3 nehmen keine Punkte.',
  'annotate.text_needs_sam3':
    'Die Suche nach einem Text braucht SAM 3, das nicht installiert ist. Installieren Sie es mit „sightline models install-sam3 <Ordner>“ (docs/sam3.md). Prompts mit Punkten und Kästen gehen auch ohne, ebenso Stapel mit einem trainierten Modell (model_id).',
  'annotate.batch_needs_sam3':
    'Ein Stapel ohne model_id braucht SAM 3, das nicht installiert ist. Installieren Sie es mit „sightline models install-sam3 <Ordner>“ (docs/sam3.md), oder nennen Sie in model_id ein trainiertes Modell.',
  'annotate.sahi_needs_sam3':
    'Kacheln (sahi_enabled) gibt es nur mit SAM 3. Lassen Sie sie weg, oder lassen Sie model_id weg.',
  'annotate.outside_image': 'liegt außerhalb des Bildes von {width} x {height} Pixeln',
  'propagate.other_dataset': 'ist ein Bild eines anderen Datensatzes',
  'propagate.other_size': 'hat eine andere Größe: {width} × {height}',
  'propagate.no_geometry': 'hat keine Geometrie ihres Typs, {type}',
  'annotate.image_ambiguous': 'ist der Name mehrerer Bilder: Nennen Sie den Pfad oder die Id',
  'annotate.classes_needed': 'braucht mindestens eine Klasse: SAM 3 sucht nach den Namen der Klassen',
  'annotate.class_twice': 'nennt „{name}“ zweimal',
  'annotate.class_unknown': '„{name}“ ist keine Klasse des Modells „{model}“',
  'annotate.dataset_needed': 'wird gebraucht, um vorhandene Bilder zu berechnen',
  'annotate.images_missing':
    '{n, plural, one {Ein Bild ist} other {# Bilder sind}} nicht im Datensatz „{dataset}“: {names}.',
  'annotate.too_many_images': 'nennt {n} Bilder, und ein Stapel hat höchstens {most}',
  'annotate.batch_missing': 'Es gibt keinen Stapel „{id}“.',
  'annotate.all_failed': 'Kein Bild konnte annotiert werden. Der erste Fehler: {reason}',
  'annotate.batch_fault': 'Der Stapel endete wegen eines unerwarteten Fehlers. Wiederholen Sie ihn.',
  'annotate.disk_full':
    'Der Stapel endete, weil die Festplatte voll ist. Schaffen Sie Platz, dann wiederholen Sie ihn.',
  'annotate.image_deleted': 'Das Bild wurde gelöscht.',
  'annotate.dataset_deleted': 'Der Datensatz des Stapels wurde gelöscht.',
  'annotate.model_deleted': 'Das Modell des Stapels wurde gelöscht.',
}
