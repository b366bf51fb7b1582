/** Servers that the Studio connects to. */
import type { servers as english } from '../../../../shared/messages/en/servers.ts'

export const servers: Record<keyof typeof english, string> = {
  'server.name': 'Geben Sie einen Namen für den Server ein.',
  'server.address': 'Geben Sie die Adresse des Servers ein: seinen Namen und gegebenenfalls den Port, ohne Pfad.',
  'server.key': 'Geben Sie einen API-Schlüssel des Servers ein. Nach einer neuen Adresse ist er erneut nötig.',
  'server.missing': 'Dieser Server wurde gelöscht.',
  'server.in_use': 'Dieser Server wird verwendet. Wechseln Sie zuerst zu einer anderen Verbindung.',
  'server.no_such_host': 'Es gibt keinen Computer namens „{host}“. Prüfen Sie die Adresse und das Netzwerk.',
  'server.refused': 'Unter {address} läuft kein Programm. Prüfen Sie den Port, und ob der Server gestartet ist.',
  'server.unreachable': '{address} antwortet nicht. Prüfen Sie die Adresse, das Netzwerk und die Firewall.',
  'server.no_tls': '{address} verwendet kein TLS. Prüfen Sie den Port, oder geben Sie die Adresse mit http:// ein.',
  'server.certificate':
    'Das TLS-Zertifikat von {address} ist nicht vertrauenswürdig ({reason}). Fragen Sie den Betreiber des Servers.',
  'server.not_sightline': 'Der Server unter {address} antwortet, ist aber kein Sightline-Server.',
  'server.no_sign_in':
    'Der Server hat die Version {theirs}, die noch keine Apps anmeldet. Aktualisieren Sie ihn, oder verbinden Sie sich mit einem API-Schlüssel.',
  'server.sign_in_denied':
    'Die Anmeldung wurde auf der Seite des Servers abgelehnt. Melden Sie sich neu an, falls das ein Versehen war.',
  'server.sign_in_expired':
    'Dem Code wurde nicht rechtzeitig zugestimmt. Melden Sie sich mit einem neuen Code noch einmal an.',
  'server.signed_out':
    'Der Server akzeptiert die Anmeldung dieser App nicht mehr. Melden Sie sich unter „Einstellungen → Verbindung“ neu an.',
  'server.redirects': '{address} leitet zu {target} weiter. Geben Sie diese Adresse ein.',
  'server.reads_only':
    'Der Schlüssel hat die Rolle {role}: Er zeigt Workflows und Läufe, kann aber nichts ändern oder ausführen.',
  'server.older': 'Der Server hat die ältere Version {theirs}, diese App {own}.',
  'server.newer': 'Der Server hat die neuere Version {theirs}, diese App {own}. Aktualisieren Sie diese App.',
  'server.person_reads_only':
    'Mit der Rolle {role} sehen Sie Workflows und Läufe, können aber nichts ändern oder ausführen.',
  'server.no_downloads':
    'Dieser Server lädt keine Modelle für Personen herunter. Importieren Sie eine ONNX-Datei unter „Modelle“.',
  'server.no_other_servers': 'Das Studio im Browser arbeitet mit dem Server, der es ausliefert.',
  'server.no_local_files': 'Ein Server kann keine Dateien dieses Computers lesen. Laden Sie die Datei hoch.',
}
