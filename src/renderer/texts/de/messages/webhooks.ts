/** Addresses that webhooks may not call, and deliveries that fail. */
import type { webhooks as english } from '../../../../shared/messages/en/webhooks.ts'

export const webhooks: Record<keyof typeof english, string> = {
  'webhook.no_web_address':
    '„{url}“ ist keine Webadresse. Schreiben Sie sie vollständig, wie https://example.com/hook.',
  'webhook.not_https': 'Die Adresse muss mit https:// beginnen.',
  'webhook.holds_password': 'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
  'webhook.private_network': '„{host}“ liegt in einem privaten Netz. Webhooks rufen nur öffentliche Adressen auf.',
  'webhook.endpoint_missing': 'Es gibt keinen Webhook-Endpunkt „{name}“.',
  'webhook.delivery_missing': 'Diese Zustellung gibt es nicht.',
  'webhook.delivery_not_abandoned':
    'Diese Zustellung hat den Stand {status}. Nur eine aufgegebene Zustellung lässt sich wiederholen.',
  'webhook.no_reply': 'Der Empfänger hat nicht innerhalb von {seconds, number} s geantwortet',
  'webhook.secret_unreadable': 'Das Geheimnis dieses Endpunkts kann nicht entschlüsselt werden: Erneuern Sie es',
  'webhook.refused': 'Der Empfänger antwortete mit Status {status}',
  'webhook.connection_failed': 'Die Verbindung ist fehlgeschlagen',
  'webhook.connection_failed_with': 'Die Verbindung ist fehlgeschlagen: {reason}',
  'webhook.connection_refused': 'Der Empfänger hat die Verbindung abgelehnt',
  'webhook.connection_closed': 'Der Empfänger hat die Verbindung geschlossen',
  'webhook.unknown_host': 'Der Hostname konnte nicht aufgelöst werden',
  'webhook.host_unreachable': 'Das Netz hat keine Verbindung zum Empfänger',
  'webhook.insecure': 'Das Zertifikat des Empfängers wurde abgelehnt: {reason}',
  'webhook.leads_inside':
    'Der Hostname {host} führt zu einer Adresse in einem privaten Netz; Webhooks rufen nur öffentliche Adressen auf',
  'webhook.disabled': '{failures, number} Versuche nacheinander sind fehlgeschlagen; der letzte: {error}',
}
