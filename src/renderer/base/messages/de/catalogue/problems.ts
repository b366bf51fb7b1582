/** Why a graph can't be run: the sentences of the platform. */
import type { SharedWords } from '../../shared-text.ts'

export const resourceProblems: SharedWords['sentences'] = [
  [
    'SAM 3 is not installed. Put its files in place with “sightline models install-sam3 <folder>” (docs/sam3.md says which they are and where to get them), or choose a trained model.',
    'SAM 3 ist nicht installiert. Legen Sie die Dateien mit „sightline models install-sam3 <Ordner>“ ab (docs/sam3.md nennt sie und ihre Herkunft) oder wählen Sie ein trainiertes Modell.',
  ],
]
