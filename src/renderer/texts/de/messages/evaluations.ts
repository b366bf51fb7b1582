/** Evaluations of models. */
import type { evaluations as english } from '../../../../shared/messages/en/evaluations.ts'

export const evaluations: Record<keyof typeof english, string> = {
  'evaluation.missing': 'Eine Auswertung mit dieser ID gibt es nicht.',
  'evaluation.has_ended': 'Diese Auswertung ist schon beendet ({status}).',
  'evaluation.not_completed':
    'Der Zustand dieser Auswertung ist {status}. Ergebnisse hat sie erst, wenn sie abgeschlossen ist.',
  'evaluation.model_type':
    'nennt „{name}“, ein Modell der Art {type}; auswerten lassen sich nur Modelle der Arten object_detection und instance_segmentation',
  'evaluation.no_common_class':
    'nennt „{name}“, das keine der Klassen dieses Exports kennt; wählen Sie ein anderes Modell, oder benennen Sie die Klassen des Datensatzes um und exportieren Sie ihn erneut',
  'evaluation.export_empty':
    'Dieser Export enthält keine Bilder. Exportieren Sie einen Datensatz oder ein Verzeichnis mit Bildern.',
  'evaluation.too_many_classes':
    'nennt einen Export mit {classes} Klassen, und auswerten lassen sich höchstens {most}; exportieren Sie weniger Klassen',
  'evaluation.background_class':
    'nennt einen Export mit einer Klasse {name}, deren Name für „kein Objekt“ steht; benennen Sie die Klasse um, und exportieren Sie den Datensatz erneut',
  'evaluation.unknown_label': 'muss eine Klasse der Konfusionsmatrix sein, und „{label}“ ist keine',
  'evaluation.image_missing': 'Die Auswertung hat an der Stelle {position} kein ausgewertetes Bild.',
  'evaluation.export_gone': 'Der Export wurde gelöscht, bevor alle seine Bilder ausgewertet waren.',
  'evaluation.model_changed':
    'Das Modell wurde inzwischen durch eine andere Version ersetzt. Werten Sie es erneut aus.',
  'evaluation.all_failed': 'Kein Bild ließ sich auswerten. {filename}: {reason}',
  'evaluation.some_failed':
    '{failures, plural, one {# Bild ließ} other {# Bilder ließen}} sich nicht auswerten. {filename}: {reason}',
  'evaluation.disk_full': 'Der Datenträger ist voll. Schaffen Sie Platz und werten Sie das Modell dann erneut aus.',
  'evaluation.fault': 'Das Modell ließ sich wegen eines Fehlers in Sightline nicht auswerten. Versuchen Sie es erneut.',
}
