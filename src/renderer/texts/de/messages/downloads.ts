/** Failures of downloads of any file. */
import type { downloads as english } from '../../../../shared/messages/en/downloads.ts'

export const downloads: Record<keyof typeof english, string> = {
  'download.invalid_web_address':
    '„{address}“ ist keine Webadresse. Geben Sie eine an, die mit http:// oder https:// beginnt.',
  'download.no_network':
    '{host} ist nicht erreichbar ({reason}). Prüfen Sie die Netzverbindung und den Proxy in den Einstellungen und wiederholen Sie den Download.',
  'download.certificate':
    'Dem Zertifikat von {host} wird nicht vertraut ({reason}). Prüfen Sie die Adresse; wo ein Proxy Verbindungen prüft, starten Sie Sightline mit NODE_EXTRA_CA_CERTS und dessen Zertifikat.',
  'download.interrupted':
    'Die Verbindung zu {host} endete nach {received} MB. Wiederholen Sie den Download: Er wird dort fortgesetzt.',
  'download.later':
    '{host} ist überlastet und bittet, in {seconds, number} Sekunden wiederzukommen. Wiederholen Sie den Download dann: Er wird fortgesetzt.',
  'download.too_long':
    '{host} hat mehr Bytes gesendet, als „{file}“ hat. Die Datei wurde gelöscht; wiederholen Sie den Download.',
  'download.wrong_checksum':
    '„{file}“ wurde gelöscht, weil die Prüfsumme {actual} statt {expected} ist. Wiederholen Sie den Download. Misslingt das ebenso, wurde die Datei an ihrer Quelle geändert: Verwenden Sie sie nicht.',
  'download.disk_full':
    '„{file}“ braucht {needed} MB, und {folder} hat noch {free} MB. Schaffen Sie Platz und wiederholen Sie den Download.',
  'download.disk_full_meanwhile':
    'Der Datenträger von {folder} ist voll. Schaffen Sie Platz und wiederholen Sie den Download: Er wird fortgesetzt.',
  'download.unwritable':
    'Sightline kann nicht in {folder} schreiben ({reason}). Prüfen Sie die Berechtigungen des Ordners.',
  'download.running':
    '„{file}“ wird in einem anderen Fenster oder von einem anderen Befehl heruntergeladen. Warten Sie darauf oder brechen Sie es dort ab.',
}
