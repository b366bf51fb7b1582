/** Failures of downloads of models. */
import type { modelDownloads as english } from '../../../../shared/messages/en/model-downloads.ts'

export const modelDownloads: Record<keyof typeof english, string> = {
  'model_get.invalid_source':
    '„{source}“ ist weder ein Modell des Katalogs noch ein Repository noch ein Link. Geben Sie die Kennung eines Modells im Katalog an, ein Repository als OWNER/REPO oder einen Link, der mit https:// beginnt und zu einer ONNX-Datei führt.',
  'model_get.invalid_model_name':
    '„{name}“ kann nicht der Name eines Modells sein. Geben Sie einen von 1 bis 100 Zeichen ohne Schrägstrich an.',
  'model_get.missing_repository':
    'Es gibt kein öffentliches Repository „{repository}“ bei {host}. Prüfen Sie den Namen; private Repositorys lassen sich nicht herunterladen.',
  'model_get.missing_file':
    'Es gibt keine Datei „{file}“ in „{repository}“. Lassen Sie die Datei weg, um die vorhandenen zu sehen.',
  'model_get.missing_address': '{host} hat unter dieser Adresse keine Datei. Prüfen Sie den Link: {url}',
  'model_get.gated':
    '„{repository}“ lässt sich nur mit einem Konto herunterladen, das den Bedingungen zugestimmt hat. Öffnen Sie {page}, stimmen Sie zu, laden Sie die Datei im Browser herunter und importieren Sie sie.',
  'model_get.denied':
    '{host} erlaubt diesen Download nicht (Status {status}). Laden Sie die Datei in einem Browser herunter, in dem Sie angemeldet sind, und importieren Sie sie.',
  'model_get.server_failed':
    '{host} hat mit Status {status} statt der Datei geantwortet. Holen Sie das Modell in einigen Minuten erneut.',
  'model_get.unknown_reply':
    'Die Antwort von {host} ist nicht die eines Hubs. Prüfen Sie die Adresse des Hubs in den Einstellungen.',
  'model_get.changed_checksum':
    '„{file}“ wurde gelöscht, weil es nicht die Datei ist, die am {date} zuerst heruntergeladen wurde: Die Prüfsumme ist {actual} statt {expected}. Sehen Sie auf ihrer Seite nach einer neuen Version und laden Sie diese über einen Link.',
  'model_get.no_onnx':
    '„{repository}“ hat keine ONNX-Datei. Wählen Sie ein anderes Repository, zum Beispiel eines von onnx-community.',
  'model_get.no_onnx_but_weights':
    '„{repository}“ hat keine ONNX-Datei, nur {file}. Exportieren Sie sie auf einem Rechner mit Python und importieren Sie das Ergebnis: optimum-cli export onnx --model {repository} onnx',
  'model_get.no_onnx_but_model': '„{repository}“ hat keine ONNX-Datei. {foreign}',
  'model_get.not_onnx_name': '„{file}“ ist keine ONNX-Datei. Wählen Sie eine Datei, die auf .onnx endet.',
  'model_get.missing_data':
    'Die Gewichte von „{file}“ liegen in einer anderen Datei, „{data}“, die nicht daneben liegt. Wählen Sie eine andere Datei oder bitten Sie den Urheber um beide.',
  'model_get.search_model_of_server':
    '„{name}“ durchsucht Bilder auf dem Computer, der sie aufbewahrt. Installieren Sie es dort mit „sightline models get“, oder bitten Sie die Verwaltung des Servers.',
  'model_get.catalogue_invalid':
    'Der Modellkatalog {path} ist nicht gültig: {problem}. Installieren Sie Sightline erneut.',
}
