import { Type } from 'typebox'
import { DEINTERLACE } from '../domain/deinterlace.ts'
import { MAX_ADDRESS, MAX_NAME } from '../domain/limits.ts'
import { defineBlock, ui } from './block.ts'

export const source = defineBlock({
  kind: 'source',
  title: 'Source',
  summary: 'Provides the frames of a video, an image, a data set or an export',
  docs: 'Every workflow starts with one source. Frames keep the timestamps of the file, so videos with a variable frame rate are measured correctly. The source applies the rotation that a phone stored, and scales non-square pixels to square ones. HDR is shown in the colours of SDR. The images of a data set or an export follow each other at intervals of one second; unreadable images are skipped and listed.',
  inputs: [],
  outputs: [{ id: 'frames', title: 'Frames', type: 'frames' }],
  config: Type.Object(
    {
      kind: Type.Enum(['video', 'image', 'dataset', 'export'], {
        title: 'Kind',
        description: 'Origin of the frames',
        default: 'video',
        ...ui({ labels: { dataset: 'Data set' } }),
      }),
      gcs_uri: Type.Optional(
        Type.String({
          title: 'File',
          description: 'The video or image to process',
          minLength: 1,
          maxLength: MAX_ADDRESS,
          ...ui({ control: 'source', showIf: { kind: ['video', 'image'] } }),
        }),
      ),
      dataset_project_id: Type.Optional(
        Type.String({
          title: 'Data set',
          description: 'The data set whose images are read',
          minLength: 1,
          maxLength: MAX_ADDRESS,
          ...ui({ control: 'dataset', showIf: { kind: ['dataset'] } }),
        }),
      ),
      directory_path: Type.Optional(
        Type.String({
          title: 'Directory',
          description:
            'Reads only the images in this directory and below it, such as /train; empty reads the whole data set',
          maxLength: 1000,
          ...ui({ showIf: { kind: ['dataset'] } }),
        }),
      ),
      export_id: Type.Optional(
        Type.String({
          title: 'Export',
          description: 'The export whose images are read, as they were when it was made',
          minLength: 1,
          maxLength: MAX_NAME,
          ...ui({ control: 'export', showIf: { kind: ['export'] } }),
        }),
      ),
      sample_fps: Type.Optional(
        Type.Number({
          title: 'Sample rate',
          description: 'Frames per second to process, selected by timestamp; empty processes every frame',
          exclusiveMinimum: 0,
          maximum: 240,
          ...ui({ unit: 'frames/s', showIf: { kind: ['video'] } }),
        }),
      ),
      deinterlace: Type.Enum([...DEINTERLACE], {
        title: 'Deinterlacing',
        description:
          'Automatic makes whole frames of those that the file marks as interlaced; combed edges cost detections',
        default: 'off',
        ...ui({ labels: { auto: 'Automatic' }, showIf: { kind: ['video'] } }),
      }),
    },
    { additionalProperties: false },
  ),
})
