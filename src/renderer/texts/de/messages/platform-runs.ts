/** Runs as the platform sees them: calls about them, ends outside the engine, and annotations that they save. */
import type { platformRuns as english } from '../../../../shared/messages/en/platform-runs.ts'

export const platformRuns: Record<keyof typeof english, string> = {
  'run.missing': 'Diesen Lauf gibt es nicht.',
  'run.deleted': 'Dieser Lauf wurde gelöscht.',
  'run.deleted_before_start': 'Der Lauf wurde gelöscht, bevor er beginnen konnte.',
  'run.no_source': 'Der Lauf wurde ohne seine Quelle gespeichert. Führen Sie den Workflow erneut aus.',
  'run.has_ended': 'Dieser Lauf ist schon beendet ({status}).',
  'run.nothing_to_resume':
    'Dieser Lauf lässt sich nicht fortsetzen. Von ihm wurde nichts aufbewahrt: Führen Sie stattdessen den Workflow erneut aus.',
  'run.resume_while_active':
    'Dieser Lauf lässt sich nicht fortsetzen. Er ist noch nicht zu Ende: Führen Sie stattdessen den Workflow erneut aus.',
  'run.resumed_already': 'Dieser Lauf wird schon fortgesetzt. Öffnen Sie den Lauf, der ihn fortsetzt.',
  'run.delete_while_active': 'Dieser Lauf hat den Stand {status}. Brechen Sie ihn zuerst ab und löschen Sie ihn dann.',
  'run.files_while_active':
    'Dieser Lauf hat den Stand {status}. Seine Dateien lassen sich löschen, wenn er beendet ist.',
  'run.no_frame': 'Von diesem Lauf gibt es jetzt kein Bild: Er wartet oder ist beendet.',
  'run.artifact_missing': 'Dieser Lauf hat keine Ergebnisdatei „{id}“.',
  'run.artifact_signature': 'Die Signatur passt nicht zu dieser Ergebnisdatei.',
  'run.artifact_expired': 'Diese Download-URL ist abgelaufen.',
  'run.wait_limit':
    'Der Lauf dauerte länger als {seconds, number} Sekunden. Er läuft weiter: Lesen Sie ihn unter seiner Kennung {id}.',
  'run.clear_while_active': 'Ein Lauf wartet oder arbeitet. Leeren Sie nach seinem Ende, oder brechen Sie ihn ab.',
  'run.platform_ended':
    'Sightline wurde beendet, bevor dieser Lauf zu Ende war. Setzen Sie ihn fort oder führen Sie den Workflow erneut aus.',
  'run.closed_before_start':
    'Sightline wurde geschlossen, bevor dieser Lauf begonnen hatte. Setzen Sie ihn fort oder führen Sie den Workflow erneut aus.',
  'run.disk_full': 'Der Datenträger ist voll. Schaffen Sie Platz und starten Sie den Workflow dann erneut.',
  'run.fault':
    'Der Lauf konnte wegen eines Fehlers in Sightline nicht ausgeführt werden. Sein Protokoll sagt mehr; versuchen Sie es erneut.',
  'run.annotations_not_saved': 'Die Annotationen von „{name}“ wurden nicht gespeichert: {reason}',
  'run.annotated_image_deleted': 'Das Bild wurde während des Laufs gelöscht',
  'run.annotated_image_missing': 'Das Bild ist nicht unter den Dateien des Laufs',
  'run.more_not_saved': '{n, number} weitere Bilder wurden nicht gespeichert.',
  'run.annotations_saved':
    '{annotations, plural, one {1 Annotation} other {# Annotationen}} in {images, plural, one {1 Bild} other {# Bildern}} in „{dataset}“ gespeichert',
  'run.records_missing': '„{name}“ ist nicht mehr da.',
  'run.dataset_missing': 'Den Datensatz „{dataset}“ gibt es nicht mehr. Die Annotationen sind in der Datei „{file}“.',
}
