/** The job queue. */
import type { jobs as english } from '../../../../../shared/messages/en/jobs.ts'

export const jobs: Record<keyof typeof english, string> = {
  'jobs.parked':
    'Sightline wurde {losses}-mal unerwartet beendet, während es daran arbeitete; der Auftrag wurde daher aufgegeben. Versuchen Sie es mit einer kleineren Datei, oder melden Sie die Datei, die das auslöst.',
}
