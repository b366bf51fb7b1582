/** Notifications about work that has ended. */
import type { notifications as english } from '../../../../shared/messages/en/notifications.ts'

export const notifications: Record<keyof typeof english, string> = {
  'notification.mentioned': 'In einem Kommentar erwähnt',
  'notification.mentioned_by': '{author} zu „{image}“: {comment}',
  'notification.task_assigned': 'Aufgabe zugewiesen',
  'notification.task_assigned_of':
    '„{task}“ mit {images, plural, one {# Bild} other {# Bildern}} ist Ihnen zugewiesen.',
  'notification.missing': 'Diese Benachrichtigung gibt es nicht.',
  'notification.run_completed': 'Lauf abgeschlossen',
  'notification.run_completed_of': 'Ein Lauf von „{workflow}“ ist abgeschlossen.',
  'notification.run_failed': 'Lauf fehlgeschlagen',
  'notification.run_interrupted': 'Lauf unterbrochen',
  'notification.run_failed_of': 'Ein Lauf von „{workflow}“ endete mit einem Fehler: {reason}',
  'notification.extraction_complete': 'Bilder entnommen',
  'notification.extraction_complete_in':
    '{images, plural, one {# Bild eines Videos liegt} other {# Bilder eines Videos liegen}} in {directory}.',
  'notification.extraction_failed': 'Entnahme fehlgeschlagen',
  'notification.extraction_failed_in': 'Die Bilder eines Videos ließen sich nicht nach {directory} entnehmen: {reason}',
  'notification.export_ready': 'Export fertig',
  'notification.export_ready_of':
    'Der Export „{name}“ mit {images, plural, one {# Bild} other {# Bildern}} kann heruntergeladen werden.',
  'notification.export_failed': 'Export fehlgeschlagen',
  'notification.export_failed_of': 'Der Export „{name}“ ließ sich nicht erstellen: {reason}',
  'notification.evaluation_completed': 'Modell ausgewertet',
  'notification.evaluation_completed_of':
    '„{model}“ wurde an {images, plural, one {# Bild} other {# Bildern}} ausgewertet.',
  'notification.evaluation_failed': 'Auswertung fehlgeschlagen',
  'notification.evaluation_failed_of': '„{model}“ ließ sich nicht auswerten: {reason}',
  'notification.deployment_failed': 'Bereitstellung fehlgeschlagen',
  'notification.deployment_paused': 'Bereitstellung angehalten',
  'notification.deployment_ended_of': '„{name}“ antwortet nicht mehr. {reason}',
  'notification.batch_completed': 'Automatische Annotation fertig',
  'notification.batch_completed_of':
    'Datensatz „{dataset}“: {annotations, plural, one {# Annotation wurde} other {# Annotationen wurden}} zu {images, plural, one {# Bild} other {# Bildern}} hinzugefügt.{failed, plural, =0 {} one { # Bild ist fehlgeschlagen.} other { # Bilder sind fehlgeschlagen.}}',
  'notification.batch_failed': 'Automatische Annotation fehlgeschlagen',
  'notification.batch_failed_of': 'Datensatz „{dataset}“: {reason}',
  'notification.storage_import_completed': 'Import abgeschlossen',
  'notification.storage_import_completed_of':
    '{images, plural, one {# Bild wurde} other {# Bilder wurden}} aus „{connection}“ importiert.',
  'notification.storage_import_failed': 'Import fehlgeschlagen',
  'notification.storage_import_failed_of': 'Der Import aus „{connection}“ ist fehlgeschlagen: {reason}',
}
