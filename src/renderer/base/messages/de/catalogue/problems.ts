/** Why a graph can't be run: the sentences of the platform. */
import type { SharedWords } from '../../shared-text.ts'

export const resourceProblems: SharedWords['sentences'] = [
  // The reason why a delivery failed is stored in English.
  [
    '“{url}” is no web address. Write it in full, as in https://example.com/hook.',
    '„{url}“ ist keine Webadresse. Schreiben Sie sie vollständig, wie https://example.com/hook.',
  ],
  ['The address must begin with https://.', 'Die Adresse muss mit https:// beginnen.'],
  [
    'The address must not hold a user name or password.',
    'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
  ],
  [
    '“{host}” is inside a private network. Webhooks call public addresses only.',
    '„{host}“ liegt in einem privaten Netz. Webhooks rufen nur öffentliche Adressen auf.',
  ],
  [
    'SAM 3 is not installed. Put its files in place with “sightline models install-sam3 <folder>” (docs/sam3.md says which they are and where to get them), or choose a trained model.',
    'SAM 3 ist nicht installiert. Legen Sie die Dateien mit „sightline models install-sam3 <Ordner>“ ab (docs/sam3.md nennt sie und ihre Herkunft) oder wählen Sie ein trainiertes Modell.',
  ],
]
