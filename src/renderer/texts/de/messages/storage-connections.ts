/** Connections to buckets, and imports from them. */
import type { storageConnections as english } from '../../../../shared/messages/en/storage-connections.ts'

export const storageConnections: Record<keyof typeof english, string> = {
  'storage_connection.missing': 'Eine Speicherverbindung mit dieser ID gibt es nicht.',
  'storage_connection.bucket_name': 'ist kein Name eines Buckets',
  'storage_connection.region_needed': 'fehlt; {provider} braucht die Region des Buckets',
  'storage_connection.only_region': 'muss bei {provider} {region} lauten oder entfallen',
  'storage_connection.endpoint_derived':
    'muss entfallen: Die Adresse von {provider} ergibt sich aus der Region. Für eine andere Adresse gibt es den Anbieter other',
  'storage_connection.endpoint_needed': 'fehlt; {provider} braucht die Adresse des Dienstes',
  'storage_connection.no_web_address':
    'ist keine Webadresse; schreiben Sie sie vollständig und ohne Bucket, etwa https://storage.example.com',
  'storage_connection.not_https': 'muss mit https:// beginnen',
  'storage_connection.holds_password': 'darf weder Benutzernamen noch Passwort enthalten',
  'storage_connection.private_network': 'führt in ein privates Netz ({host}); gelesen werden nur öffentliche Adressen',
  'storage_connection.prefix_invalid':
    'muss der Pfad eines Ordners sein, etwa photos/2026/, ohne Schrägstrich am Anfang und ohne Punkt-Segmente',
  'storage_connection.outside': 'liegt außerhalb des Präfixes dieser Verbindung ({prefix})',
  'storage_connection.key_invalid': 'ist kein Schlüssel eines Objekts',
  'storage_connection.prefix_or_keys': 'muss entfallen, wenn Schlüssel angegeben sind',
  'storage_connection.unreadable': 'Der Bucket „{bucket}“ ließ sich nicht lesen. {reason}',
  'storage_connection.secret_unreadable':
    'Die Zugangsdaten dieser Verbindung lassen sich nicht entschlüsseln. Löschen Sie die Verbindung, und verbinden Sie den Bucket erneut.',
  'storage_connection.no_bucket': 'Einen Bucket mit diesem Namen gibt es nicht.',
  'storage_connection.unknown_key': 'Der Speicher kennt diesen Zugriffsschlüssel nicht.',
  'storage_connection.wrong_secret': 'Der geheime Schlüssel passt nicht zu diesem Zugriffsschlüssel.',
  'storage_connection.may_not_list':
    'Dieser Zugriffsschlüssel darf den Bucket nicht auflisten. Geben Sie ihm das Recht, den Bucket aufzulisten und Objekte zu lesen.',
  'storage_connection.other_region':
    'Der Bucket liegt in einer anderen Region, oder der Speicher erwartet eine andere Region.',
  'storage_connection.wrong_clock':
    'Die Uhr dieses Servers geht um Minuten falsch, deshalb hat der Speicher den Aufruf abgelehnt.',
  'storage_connection.refused': 'Der Speicher hat die Verbindung abgelehnt.',
  'storage_connection.unknown_host': 'Der Hostname ließ sich nicht auflösen.',
  'storage_connection.closed': 'Der Speicher hat die Verbindung geschlossen.',
  'storage_connection.slow': 'Der Speicher hat nicht rechtzeitig geantwortet.',
  'storage_connection.unreachable': 'Das Netz hat keine Verbindung zum Speicher.',
  'storage_connection.insecure': 'Das Zertifikat des Speichers wurde abgelehnt.',
  'storage_connection.connection_failed': 'Die Verbindung zum Speicher ist fehlgeschlagen.',
  'storage_connection.server_error': 'Der Speicher hat mit einem Fehler geantwortet ({status}).',
  'storage_connection.not_a_store': 'Die Adresse antwortet, aber nicht wie ein Speicher mit der S3-Schnittstelle.',
  'storage_connection.unexpected': 'Der Speicher hat den Aufruf abgelehnt (Status {status}).',
  'storage_connection.object_gone': 'Das Objekt ist nicht im Bucket.',
  'storage_connection.object_archived': 'Das Objekt ist archiviert. Stellen Sie es zuerst im Speicher wieder her.',
  'storage_connection.object_denied': 'Der Zugriffsschlüssel darf das Objekt nicht lesen.',
  'storage_connection.object_large': 'Das Objekt ist größer als {megabytes} MB.',
  'storage_connection.object_not_image': 'Der Name hat keine Endung eines Bildes wie .jpg.',
  'storage_connection.object_unsafe':
    'Der Schlüssel hat Punkte, Schrägstriche oder Escape-Zeichen, die aus dem Präfix hinausführen könnten.',
  'storage_import.missing': 'Einen Import mit dieser ID gibt es nicht.',
  'storage_import.has_ended': 'Dieser Import ist schon beendet ({status}).',
  'storage_import.connection_gone': 'Die Verbindung wurde gelöscht, bevor alle Objekte importiert waren.',
  'storage_import.all_failed': 'Kein Objekt ließ sich importieren. {key}: {reason}',
  'storage_import.bounded':
    'Der Ordner hat mehr neue Bilder als die {most} eines Imports. Wählen Sie einen engeren Präfix, oder importieren Sie ihn für den Rest erneut.',
  'storage_import.too_long':
    'Nur die ersten {most} Objekte des Ordners wurden aufgelistet. Wählen Sie einen engeren Präfix.',
  'storage_import.changed':
    '{objects, plural, one {# Objekt hat} other {# Objekte haben}} sich seit dem Import geändert; die Bilder hier bleiben, wie sie sind.',
  'storage_import.some_failed':
    '{failed, plural, one {# Objekt ließ} other {# Objekte ließen}} sich nicht importieren. {key}: {reason}',
  'storage_import.and': '{first} {second}',
  'storage_import.disk_full':
    'Der Datenträger ist voll. Schaffen Sie Platz, und importieren Sie dann erneut: Vorhandene Bilder werden übersprungen.',
  'storage_import.fault':
    'Der Import ist wegen eines Fehlers in Sightline fehlgeschlagen. Versuchen Sie es erneut: Vorhandene Bilder werden übersprungen.',
}
