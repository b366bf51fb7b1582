import { Type } from 'typebox'
import { MAX_ADDRESS, MAX_NAME } from '../domain/limits.ts'
import { defineBlock, ui } from './block.ts'

export const source = defineBlock({
  kind: 'source',
  title: 'Source',
  summary: 'A video, an image or a data set: where frames come from',
  docs: 'Every workflow starts with one source. Frames keep the times they have in the file, so videos with a varying frame rate are measured correctly. Rotation stored by a phone is applied, and pixels that are not square are made square. The images of a data set follow each other a second apart; those that can’t be read are skipped and listed.',
  inputs: [],
  outputs: [{ id: 'frames', title: 'Frames', type: 'frames' }],
  config: Type.Object(
    {
      kind: Type.Enum(['video', 'image', 'dataset', 'export'], {
        title: 'Kind',
        description: 'What the frames come from',
        default: 'video',
        ...ui({ labels: { dataset: 'Data set' }, unavailable: ['export'] }),
      }),
      gcs_uri: Type.Optional(
        Type.String({
          title: 'File',
          description: 'The video or image whose frames are looked at',
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
          description: 'Only images in it and below it, such as /train; empty reads the whole data set',
          maxLength: 1000,
          ...ui({ showIf: { kind: ['dataset'] } }),
        }),
      ),
      export_id: Type.Optional(
        Type.String({
          title: 'Export',
          description: 'The export whose images are read, by its id',
          minLength: 1,
          maxLength: MAX_NAME,
          ...ui({ showIf: { kind: ['export'] } }),
        }),
      ),
      sample_fps: Type.Optional(
        Type.Number({
          title: 'Sample rate',
          description: 'Frames per second to look at, picked by their time; empty looks at every frame',
          exclusiveMinimum: 0,
          maximum: 240,
          ...ui({ unit: 'frames/s', showIf: { kind: ['video'] } }),
        }),
      ),
    },
    { additionalProperties: false },
  ),
})
