/** Calls of operators of an installation. */
import type { operator as english } from '../../../../shared/messages/en/operator.ts'

export const operator: Record<keyof typeof english, string> = {
  'operator.needed':
    'Dieser Aufruf ist Betreibern des Servers vorbehalten. Betreiber ernennen einander, oder der Befehl sightline admin operator add ernennt sie.',
  'operator.no_person':
    'Auf diesem Server hat niemand die Adresse {email}. Laden Sie die Person zuerst in eine Organisation ein.',
  'operator.missing': 'Einen Betreiber mit dieser Kennung gibt es nicht.',
  'operator.last': 'Kein anderer Betreiber könnte sich anmelden. Machen Sie zuerst eine andere Person zum Betreiber.',
  'operator.no_organization': 'Eine Organisation mit dieser Kennung gibt es nicht.',
}
