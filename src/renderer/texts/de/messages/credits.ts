/** Credits, quotas, limits of requests, and repeated requests. */
import type { credits as english } from '../../../../shared/messages/en/credits.ts'

export const credits: Record<keyof typeof english, string> = {
  'credits.insufficient':
    'Dafür sind {needed} USD Guthaben nötig; vorhanden sind {available} USD. Warten Sie auf das Guthaben des nächsten Monats oder wählen Sie einen größeren Tarif.',
  'quota.images':
    'Der Tarif erlaubt {max, number} Bilder, und die Organisation hat {used, number}; für weitere ist kein Platz. Löschen Sie Bilder endgültig, denn auch archivierte zählen, oder wählen Sie einen größeren Tarif.',
  'quota.storage':
    'Der Tarif erlaubt {max, number} MB Speicher, davon sind {used, number} MB belegt; der Platz reicht nicht. Löschen Sie Bilder, Modelle, Exporte, Läufe oder nicht verwendete Uploads, oder wählen Sie einen größeren Tarif.',
  'limit.key_used_up':
    'Dieser API-Schlüssel hat seine {limit} Aufrufe dieser Stunde verbraucht. Versuchen Sie es in {seconds} Sekunden erneut.',
  'limit.plan_used_up':
    'Die Organisation hat die {limit} Aufrufe pro Stunde ihres Tarifs verbraucht. Versuchen Sie es in {seconds} Sekunden erneut.',
  'limit.unknown_keys':
    'Von dieser Adresse kamen zu viele Aufrufe mit unbekannten API-Schlüsseln. Versuchen Sie es in {seconds} Sekunden erneut.',
  'idempotency.bad_key': 'Der Header Idempotency-Key muss aus 1 bis 255 druckbaren ASCII-Zeichen bestehen.',
  'idempotency.running':
    'Ein Aufruf mit diesem Idempotency-Key wird noch ausgeführt oder wurde unterbrochen. Versuchen Sie es später erneut; bleibt es dabei, prüfen Sie das Ergebnis und senden Sie den Aufruf mit einem neuen Schlüssel.',
  'idempotency.other_request':
    'Dieser Idempotency-Key wurde in den letzten 24 Stunden für einen anderen Aufruf verwendet. Verwenden Sie für jeden Aufruf einen neuen.',
  'idempotency.answer_not_kept':
    'Der Aufruf mit diesem Idempotency-Key wurde ausgeführt; seine Antwort wird nicht aufbewahrt. Lesen Sie das Ergebnis mit einem anderen Aufruf.',
}
