/** The job queue. */
import type { jobs as english } from '../../../../shared/messages/en/jobs.ts'

export const jobs: Record<keyof typeof english, string> = {
  'jobs.parked':
    'Sightline wurde {losses}-mal unerwartet beendet, während es daran arbeitete; der Auftrag wurde daher aufgegeben. Versuchen Sie es mit einer kleineren Datei, oder melden Sie die Datei, die das auslöst.',
  'jobs.missing': 'Diesen Auftrag gibt es nicht.',
  'jobs.has_ended': 'Dieser Auftrag ist schon beendet ({state}).',
  'jobs.not_to_retry':
    'Nur ein fehlgeschlagener, abgebrochener oder aufgegebener Auftrag lässt sich wiederholen; der Zustand von diesem ist {state}.',
}
