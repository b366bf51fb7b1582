/** Issues of what a workflow names and only the platform knows: its file, its data sets and its models. */
import type { readiness as english } from '../../../../shared/messages/en/readiness.ts'

export const readiness: Record<keyof typeof english, string> = {
  'readiness.file_missing': 'Die Datei dieser Quelle ist nicht mehr da. Wählen Sie sie erneut aus.',
  'readiness.file_elsewhere':
    'Die Datei dieser Quelle liegt auf einem anderen Computer, dessen Adresse Sightline nicht öffnet. Kopieren Sie die Datei auf diesen Computer und wählen Sie sie dann erneut aus.',
  'readiness.empty_folder':
    'Im Ordner „{folder}“ ist kein Bild. Wählen Sie einen Ordner mit JPEG-, PNG-, WebP-, BMP-, TIFF-, AVIF- oder GIF-Dateien.',
  'readiness.dataset_missing': 'Es gibt keinen Datensatz „{name}“. Wählen Sie einen anderen.',
  'readiness.dataset_empty':
    'Der Datensatz „{name}“ hat keine Bilder. Fügen Sie welche hinzu oder wählen Sie einen anderen.',
  'readiness.directory_empty':
    '„{directory}“ in „{name}“ hat keine Bilder. Fügen Sie welche hinzu oder wählen Sie einen anderen Ordner.',
  'readiness.export_missing': 'Es gibt keinen Export „{id}“. Vielleicht wurde er gelöscht. Wählen Sie einen anderen.',
  'readiness.export_empty': 'Der Export „{name}“ hat keine Bilder. Wählen Sie einen anderen.',
  'readiness.dataset_refuses_boxes':
    'Der Datensatz „{name}“ nimmt weder Rahmen noch Polygone auf. Fügen Sie einen dieser Typen hinzu oder wählen Sie einen anderen.',
  'readiness.model_missing': 'Es gibt kein Modell „{name}“. Importieren Sie es oder wählen Sie ein anderes.',
  'readiness.model_not_ready':
    'Das Modell „{name}“ ist nicht bereit ({status}). Wählen Sie ein Modell, das bereit ist.',
  'readiness.device_missing':
    'Dieser Computer hat kein Gerät „{device}“: Das Modell läuft auf der CPU. Wählen Sie ein anderes Gerät oder „Wie in den Einstellungen“.',
  'readiness.device_unavailable': '{name} ist nicht verfügbar: Das Modell läuft auf der CPU. {reason}',
}
