/** Failures of the host, the bridge and the platform process. */
import type { host as english } from '../../../../shared/messages/en/host.ts'

/** The reasons of file errors by the code of the operating system; the first one is that of a file that is missing. */
const fileError = (missing: string) => `{errno, select,
  ENOENT {${missing}}
  EACCES {Ihnen fehlt die Berechtigung}
  EPERM {Ihnen fehlt die Berechtigung}
  EROFS {Der Datenträger ist schreibgeschützt}
  ENOSPC {Der Datenträger ist voll}
  EDQUOT {Ihr Kontingent auf diesem Datenträger ist aufgebraucht}
  EISDIR {Sie ist ein Ordner}
  ENOTDIR {Ein Teil ihres Pfads ist kein Ordner}
  EBUSY {Ein anderes Programm verwendet sie gerade}
  EMFILE {Es sind zu viele Dateien offen}
  ENAMETOOLONG {Ihr Name ist zu lang}
  other {Das System meldet {errno}}
}`
const FILE_ERROR = fileError('Sie ist nicht mehr da')

/** The reasons why a folder can't be written. */
const FOLDER_ERROR = `{errno, select,
  EACCES {Ihnen fehlt die Berechtigung}
  EPERM {Ihnen fehlt die Berechtigung}
  EROFS {Der Datenträger ist schreibgeschützt}
  ENOSPC {Der Datenträger ist voll}
  EDQUOT {Ihr Kontingent auf diesem Datenträger ist aufgebraucht}
  EEXIST {Er ist eine Datei}
  ENOTDIR {Ein Teil seines Pfads ist eine Datei}
  other {Das System meldet {errno}}
}`

/** What a data folder holds, in the nominative and in the dative. */
const FILES = '{files, plural, one {# Datei} other {# Dateien}}'
const HELD = `${FILES} und {runs, plural, one {# Lauf} other {# Läufe}}`
const WITH_HELD = `${FILES} und {runs, plural, one {# Lauf} other {# Läufen}}`
const START_ANEW =
  'oder starten Sie mit --start-anew leer: Sightline löscht die Dateien dann nach einer Woche und zeigt die Läufe nicht mehr an'

export const host: Record<keyof typeof english, string> = {
  'host.internal':
    'In Sightline ist etwas schiefgegangen. Versuchen Sie es erneut; wenn es dabei bleibt, steht mehr im Protokoll.',
  'host.connection_lost': 'Die Verbindung zum Hintergrundprozess von Sightline ist abgebrochen.',
  'host.cancelled': 'Abgebrochen.',
  'host.stream_closed': 'Die Seite liest diesen Strom nicht mehr.',
  'host.unknown_method': 'Diese Version von Sightline kennt „{method}“ nicht.',
  'host.unknown_endpoint': 'Den Aufruf „{endpoint}“ gibt es nicht.',
  'host.malformed_input': '{method}: {problems}.',
  'host.no_dialogs': 'Der Browser öffnet und speichert Dateien selbst.',

  'host.platform_silent': 'Die Plattform von Sightline antwortet nicht. Versuchen Sie es gleich noch einmal.',
  'host.platform_not_running': 'Die Plattform von Sightline antwortet nicht. {reason}',
  'host.platform_starting': 'Sie startet noch.',
  'host.platform_not_started': 'Sie konnte nicht gestartet werden: {reason}.',
  'host.platform_killed': 'Sie wurde durch {signal} beendet.',
  'host.platform_exited': 'Sie endete mit dem Code {exit_code}.',
  'host.platform_restarts': 'Die Plattform läuft nicht. {reason} Nächster Versuch in {pause_ms} ms.',
  'host.platform_key_not_stored': `Ihr Schlüssel konnte nicht gespeichert werden: ${FILE_ERROR}.`,
  'host.platform_failed': 'Der Hintergrundprozess von Sightline konnte nicht starten: {reason}',
  'host.data_folder_in_use':
    'Sightline läuft mit diesem Datenordner schon ({folder}{pid, select, none {} other {, Prozess {pid}}}). Beenden Sie es zuerst, oder wählen Sie einen anderen Ordner.',
  'host.master_key_file': `Die Datei des Hauptschlüssels, „{file}“, ist nicht lesbar: ${fileError('Sie existiert nicht')}. Berichtigen Sie {variable}.`,
  'host.master_key_form':
    'Der Hauptschlüssel hat eine andere Form: Geben Sie 32 Byte in base64url (43 Zeichen) oder hexadezimal (64) an.',
  'host.master_key_wrong':
    'Der Hauptschlüssel ist nicht der, mit dem diese Datenbank verschlüsselt wurde. Stellen Sie die Datei secrets/master-key des Datenordners oder den früheren Wert von SIGHTLINE_MASTER_KEY wieder her.',
  'host.data_folder_shared':
    '{folder} wird von allen Benutzern dieses Rechners geteilt. Wählen Sie einen Ordner darin, etwa {inside}.',
  'host.data_disk_full':
    'Die Festplatte mit {folder} ist voll. Schaffen Sie Platz, und starten Sie Sightline dann noch einmal.',
  'host.database_missing': `Die Datenbank {file} fehlt oder ist leer, aber ihr Ordner enthält ${HELD}. Stellen Sie die Datei aus einem Backup wieder her, oder wählen Sie einen anderen Datenordner{options, select, of_server {, ${START_ANEW}} other {}}.`,
  'host.database_new': `Die Datenbank ist leer, aber der Datenordner {folder} gehört zu einer anderen, mit ${WITH_HELD}. Übertragen Sie die Daten mit „sightline admin move-database“, oder wählen Sie einen anderen Datenordner{options, select, of_server {, ${START_ANEW}} other {}}.`,
  'host.folder_of_another': `Der Datenordner {folder} gehört zu einer anderen Datenbank, mit ${WITH_HELD}. {options, select, of_server {Nennen Sie diese mit --database, lassen Sie die Option für die Datenbank im Ordner weg, oder wählen Sie einen anderen Datenordner, ${START_ANEW}} other {Stellen Sie diese aus einem Backup wieder her, oder wählen Sie einen anderen Datenordner}}.`,
  'host.backup_unwritable': `Sightline kann in {folder} nicht schreiben: ${FOLDER_ERROR}. Es ist nichts zurückgeblieben: Nennen Sie einen anderen Ordner, oder schaffen Sie Platz.`,
  'host.data_folder_unwritable': `Sightline kann in seinen Datenordner {folder} nicht schreiben: ${FOLDER_ERROR}. Machen Sie ihn für den Benutzer beschreibbar, der Sightline startet, oder wählen Sie einen anderen Ordner.`,
  'host.database_damaged':
    'Die Datenbank {place} ist beschädigt, oder sie ist keine von Sightline. Stellen Sie ein Backup mit „sightline restore“ wieder her, und starten Sie Sightline damit.',
  'host.database_newer':
    'Die Datenbank {place} hat zuletzt eine neuere Version von Sightline verwendet. Aktualisieren Sie Sightline, oder stellen Sie ein Backup dieser Version mit „sightline restore“ wieder her.',
  'host.development_data':
    '{place} stammt von einer Entwicklungsversion von Sightline, die keine veröffentlichte Version öffnen kann: Beginnen Sie in einem anderen Ordner oder einer anderen Datenbank neu.',
  'host.lock_damaged':
    'Die Datei {file} ist beschädigt. Entfernen Sie sie, und starten Sie Sightline dann noch einmal.',
  'host.worker_tables':
    'Die Datenbank hat noch keine Tabellen dieser Version. Starten Sie zuerst einen Server dieser Version: Er aktualisiert sie.',
  'host.worker_needs':
    'Ein Worker braucht die Datenbank und den Speicher seiner Server: Nennen Sie sie mit --database und --store.',
  'host.store_address':
    'Die Adresse des Speichers ist ungültig. Schreiben Sie sie als s3://bucket/präfix, mit ?endpoint=https://… für einen anderen Speicher als Amazon S3 und &region=…, wo er eine braucht.',
  'host.store_unusable':
    'Sightline konnte den Speicher für die Dateien nicht benutzen ({reason}). Prüfen Sie seine Adresse und die Zugangsdaten in AWS_ACCESS_KEY_ID und AWS_SECRET_ACCESS_KEY.',
  'host.store_of_another':
    'Der Speicher enthält die Dateien einer anderen Installation. Wählen Sie einen anderen Bucket oder ein anderes Präfix.',
  'host.store_incomplete':
    '{n} Dateien, die die Datenbank nennt, sind weder im Datenordner noch im Speicher. Nennen Sie den Speicher, der sie enthält, oder stellen Sie ein Backup wieder her.',
  'host.store_needed':
    'Die Dateien dieser Installation sind in einem Speicher, und {n} davon fehlen im Datenordner. Starten Sie mit --store und seiner Adresse.',
  'host.database_url':
    'Das ist keine Adresse einer Datenbank. Schreiben Sie sie als postgres://user:password@host:5432/database; Sonderzeichen des Passworts sind prozentkodiert.',
  'host.database_in_use':
    'Ein anderer Sightline-Server verwendet die Datenbank {address}. Beenden Sie ihn zuerst, oder wählen Sie eine andere Datenbank.',
  'host.database_unusable': 'Sightline konnte die Datenbank {address} nicht öffnen: {reason}.',
  'host.database_too_old':
    'Der Datenbankserver ist PostgreSQL {version}. Sightline braucht PostgreSQL {oldest} oder neuer.',
  'host.database_encoding': 'Die Datenbank speichert Texte als {encoding}. Legen Sie sie mit der Kodierung UTF8 an.',
  'host.port_in_use': 'Ein anderes Programm verwendet diesen Port. Wählen Sie einen anderen.',

  'host.artifact_missing':
    'Diese Datei ist nicht mehr da. Vielleicht wurde sie außerhalb von Sightline gelöscht oder verschoben.',
  'host.archived_file_missing': 'Eine dieser Dateien ist nicht mehr da.',

  'host.file_unreadable': `Sightline konnte die Datei {name} nicht lesen: ${FILE_ERROR}.`,
  'host.file_unwritable': `Sightline konnte die Datei {name} nicht schreiben: ${FILE_ERROR}.`,
  'host.file_not_granted':
    '„{name}“ in {folder} wurde nicht in Sightline gewählt, nur von einem Workflow oder einem Lauf genannt. Wählen Sie die Datei selbst, um sie zu verwenden.',
  'host.not_a_file': '{name} ist keine Datei. Wählen Sie ein Video oder ein Bild.',
  'host.file_on_another_computer':
    '{name} liegt auf einem anderen Computer. Kopieren Sie die Datei auf diesen Computer oder verbinden Sie die Freigabe als Laufwerk und wählen Sie sie dort.',
  'host.file_request_failed': 'Mit dieser Datei ist etwas schiefgegangen. Versuchen Sie es erneut.',
  'host.upload_empty': 'Die hochgeladene Datei ist leer.',

  'host.workflow_not_json': '{name} ist kein Workflow von Sightline: Es ist keine JSON-Datei.',
  'host.workflow_without_format':
    '{name} ist kein Workflow von Sightline: Die Angabe "format": "sightline-workflow" fehlt.',
  'host.workflow_of_newer_version':
    '{name} ist ein Workflow der Version {version}. Sightline {sightline} liest Workflows bis Version {known}. Aktualisieren Sie Sightline, um ihn zu öffnen.',
  'host.workflow_requires_version':
    '{name} ist ein Workflow der Version {version}, der Sightline {requires} oder neuer braucht. Dies ist Sightline {sightline}.',
  'host.workflow_with_unknown_field': '{name} ist kein Workflow von Sightline: Das Feld {field} gibt es nicht.',
  'host.workflow_with_invalid_field': '{name} ist kein Workflow von Sightline: {field} {problem}.',
  'host.workflow_invalid': '{name} ist kein Workflow von Sightline: Die Datei {problem}.',
  'host.workflow_with_invalid_graph': '{name} enthält einen Graphen, der nicht gelesen werden kann. {problem}',
  'host.workflow_too_large': '{name} ist kein Workflow von Sightline: Die Datei ist viel zu groß.',
}
