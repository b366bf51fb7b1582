/** Images without labels: what an archive is taken for when no format of labels recognises it. */
import { message } from '../../../../shared/messages/message.ts'
import type { ReadLabels } from '../../../datasets/labels/neutral.ts'
import type { FormatReader } from './format-reader.ts'

export const imagesReader: FormatReader = {
  recognise: ({ images }) =>
    images.names.length === 0 ? null : { documents: [], reason: message('import.evidence.images') },
  read: noLabels,
}

/** The files of images follow the labels of every format. */
async function* noLabels(): AsyncGenerator<ReadLabels> {}
