/** Calls that can't be carried out: data sets with their images and classes, models, uploads and workflows. */
import type { resources as english } from '../../../../shared/messages/en/resources.ts'

export const resources: Record<keyof typeof english, string> = {
  'dataset.deleted': 'Der Datensatz wurde inzwischen gelöscht.',
  'dataset.missing': 'Es gibt keinen Datensatz „{name}“.',
  'dataset.name_taken': 'Es gibt schon einen Datensatz mit dem Namen „{name}“. Wählen Sie einen anderen Namen.',
  'dataset.public':
    '„{name}“ ist öffentlich. Heben Sie zuerst die Veröffentlichung auf und archivieren Sie den Datensatz dann.',
  'dataset.directory_missing': 'Es gibt kein Verzeichnis „{path}“ in „{dataset}“.',
  'dataset.folder_missing': 'Es gibt keinen Ordner „{id}“.',
  'dataset.directory_taken': 'Es gibt schon ein Verzeichnis „{path}“. Wählen Sie einen anderen Namen.',
  'dataset.directory_not_empty':
    'Das Verzeichnis „{path}“ ist nicht leer. Leeren Sie es zuerst, oder löschen Sie es mit cascade: Dann kommen seine Bilder in das übergeordnete.',
  'dataset.class_missing': 'Es gibt keine Klasse „{name}“ in „{dataset}“.',
  'dataset.class_of_type_missing': 'Es gibt keine Klasse „{name}“ vom Typ {type} in „{dataset}“.',
  'dataset.class_taken':
    'Es gibt schon eine Klasse „{name}“ vom Typ {type}. Mit merge-class lassen sich die Annotationen einer Klasse der anderen zuordnen.',
  'image.missing': 'Es gibt kein Bild „{id}“.',
  'image.no_thumbnail': '„{name}“ hat kein Vorschaubild. {reason}',
  'image.thumbnails_busy': 'Gerade werden viele Vorschaubilder erzeugt. Versuchen Sie es gleich noch einmal.',
  'image.derivation_lost': 'Das Bild ließ sich nicht dekodieren: Der Prozess, der es las, wurde beendet.',
  'image.derivation_disk_full':
    'Der Datenträger ist voll. Schaffen Sie Platz; Vorschaubilder und Schlagwörter entstehen dann innerhalb einer Stunde.',
  'image.derivation_fault':
    'Vorschaubilder und Schlagwörter ließen sich wegen eines Fehlers in Sightline nicht speichern. Innerhalb einer Stunde wird es noch einmal versucht.',
  'image.missing_in_dataset': 'Es gibt kein Bild „{path}“ in „{dataset}“.',
  'image.none_of_these': 'Keines dieser Bilder ist in „{dataset}“.',
  'image.name_taken': 'Es gibt schon ein Bild „{path}“.',
  'image.copy_of_itself': 'Ein Bild lässt sich nicht durch eine Kopie von sich selbst ersetzen.',
  'image.replaced_by_copy': 'Das Bild wurde durch eine Kopie ersetzt, die jetzt „{path}“ ist.',
  'image.deleting_needs_admin':
    'Bilder endgültig zu löschen verlangt die Rolle admin; dieser Aufrufer ist {role}. Archivieren Sie sie, oder fragen Sie einen Administrator.',
  'image.unsupported':
    '„{name}“ ist kein Bild, das ein Datensatz aufnehmen kann. Wählen Sie eine JPEG-, PNG-, WebP-, BMP-, TIFF-, AVIF- oder GIF-Datei.',
  'annotations.stale':
    'Die Annotationen dieses Bildes wurden anderswo geändert, seit sie gelesen wurden. Lesen Sie sie neu.',
  'annotations.revision_missing': 'Es gibt keine Revision {revision} dieses Bildes.',
  'annotations.missing': 'Auf diesem Bild gibt es keine Annotation „{id}“.',
  'annotations.too_many': 'Ein Bild hat höchstens {most} Annotationen.',
  'annotations.class_gone': 'Die Klasse dieser Annotation wurde inzwischen gelöscht.',
  'annotations.too_many_attributes': 'Eine Annotation hat höchstens {most} Attribute.',
  'comment.missing': 'Es gibt keinen Kommentar „{id}“.',
  'comment.needs_user':
    'Ein Kommentar braucht eine Person, und dieser Schlüssel gehört keiner. Verwenden Sie den Schlüssel einer Person.',
  'comment.only_author_edits': 'Nur wer einen Kommentar geschrieben hat, kann seinen Text ändern.',
  'comment.only_author_or_admin':
    'Nur wer einen Kommentar geschrieben hat oder die Rolle admin besitzt, kann ihn löschen.',
  'image.upload_missing': 'Unter dieser Kennung wurde nichts hochgeladen. Laden Sie das Bild zuerst hoch.',
  'video.upload_missing': 'Unter diesem store_path wurde nichts hochgeladen.',
  'video.is_an_image': 'Diese Datei ist ein Bild, kein Video. Wählen Sie eine Videodatei.',
  'video.named_is_an_image': '„{name}“ ist ein Bild, kein Video. Wählen Sie eine Videodatei.',
  'video.run_not_ended': 'Der Lauf ist noch nicht beendet. Ziehen Sie seine Bilder heraus, wenn er fertig ist.',
  'video.run_of_another': 'Der Lauf hat eine andere Quelle gelesen, „{name}“. Wählen Sie einen Lauf mit diesem Video.',
  'video.run_without_records':
    'Die Erkennungen dieses Laufs sind nicht aufgezeichnet. Vielleicht erkennt sein Workflow nichts; starten Sie ihn erneut, oder wählen Sie einen anderen Lauf.',
  'video.run_sure':
    'Kein Bild des Laufs hat eine Erkennung mit einer Konfidenz unter {below}. Wählen Sie eine höhere Grenze.',
  'video.extraction_missing': 'Es gibt keinen Auftrag „{id}“ zum Herausziehen von Bildern.',
  'video.extraction_cancelled': 'Die Entnahme der Bilder wurde abgebrochen.',
  'video.extraction_disk_full':
    'Der Datenträger ist voll. Schaffen Sie Platz und ziehen Sie die Bilder dann erneut heraus.',
  'video.extraction_fault':
    'Die Bilder konnten wegen eines Fehlers in Sightline nicht gespeichert werden. Versuchen Sie es erneut.',
  'model.missing': 'Es gibt kein Modell „{name}“.',
  'model.deleted': 'Dieses Modell wurde gelöscht.',
  'model.name_taken': 'Es gibt schon ein Modell mit dem Namen „{name}“. Wählen Sie einen anderen Namen.',
  'model.not_ready': '„{name}“ hat den Stand {status}. Nur ein bereites Modell hat Gewichte.',
  'model.other_format': '„{name}“ gibt es nicht als {format}. Es lässt sich als onnx herunterladen.',
  'model.other_precision': '„{name}“ gibt es nicht in {precision}. Vorhanden ist es in {own}.',
  'model.sharing_needs_admin':
    'Ein Modell zu teilen oder nicht mehr zu teilen, braucht einen Schlüssel mit der Rolle admin oder höher; dieser hat die Rolle {role}.',
  'model.not_to_copy': 'Es gibt kein Modell „{name}“, das Sie kopieren dürfen.',
  'model.upload_missing': 'Unter dieser Kennung wurde nichts hochgeladen. Laden Sie die ONNX-Datei zuerst hoch.',
  'model.download_signature': 'Die Signatur passt nicht zu diesem Download. Fordern Sie eine neue URL an.',
  'model.download_expired': 'Diese Download-URL ist abgelaufen. Fordern Sie eine neue an.',
  'devices.fixed':
    'Der Server wurde mit --device {device} gestartet. Starten Sie ihn stattdessen mit einem anderen Gerät.',
  'devices.hardware_video_fixed':
    'Sightline wurde mit der Hardware-Dekodierung {mode} gestartet, über --hardware-video oder SIGHTLINE_HARDWARE_VIDEO. Starten Sie es ohne diese Angaben, um sie hier zu wählen.',
  'devices.not_found': 'Dieser Computer hat kein Gerät „{device}“. Wählen Sie auto oder eines von diesen: {ids}.',
  'devices.not_available': '{name} ist nicht verfügbar. {reason}',
  'devices.model_not_ready': 'Das Modell „{name}“ ist nicht bereit. Wählen Sie ein Modell, das bereit ist.',
  'devices.already_measuring':
    'Ein anderes Modell wird gerade gemessen. Messen Sie dieses, wenn die Messung beendet ist.',
  'devices.run_in_progress':
    'Ein Lauf ist im Gange und würde die Messung verlangsamen. Messen Sie, wenn er beendet ist.',
  'upload.missing': 'Unter dieser Kennung gibt es keine Datei.',
  'upload.deleted': 'Dieser Upload wurde gelöscht. Fordern Sie eine neue URL an.',
  'upload.finished': 'Dieser Upload ist fertig, und seine Datei bleibt, wie sie ist. Fordern Sie eine neue URL an.',
  'upload.signature':
    'Die Signatur passt nicht zu diesem Upload. Senden Sie denselben Content-Type, für den die URL erstellt wurde, oder fordern Sie eine neue an.',
  'upload.expired': 'Diese Upload-URL ist abgelaufen. Fordern Sie eine neue an.',
  'upload.too_large': 'Die Datei ist größer, als dieser Server annimmt ({max, number} Bytes).',
  'upload.broke_off': 'Der Upload brach ab, bevor die Datei vollständig war. Senden Sie sie erneut.',
  'upload.interrupted': 'Der Upload brach ab. Versuchen Sie es erneut.',
  'workflow.missing': 'Es gibt keinen Workflow „{name}“.',
  'workflow.name_taken': 'Es gibt schon einen Workflow mit dem Namen „{name}“.',
  'workflow.stale': 'Der Workflow „{name}“ wurde anderswo geändert, seit er gelesen wurde. Lesen Sie ihn neu.',
  'workflow.template_missing': 'Es gibt keine Vorlage „{key}“.',
  'workflow.not_runnable':
    'Dieser Workflow kann noch nicht laufen: {n, plural, one {1 Problem} other {# Probleme}}. {first}',
  'workflow.handle_not_yours': 'Unter dieser Kennung hat Ihre Organisation nichts hochgeladen.',
}
