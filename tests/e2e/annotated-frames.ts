/** A data set of frames of the demo video, annotated by the bundled model with a few deliberate errors. */
import type { VideoExtractionJob } from '../../src/shared/api/video.ts'
import type { Annotation } from '../../src/shared/domain/annotation.ts'
import { demoClip } from './footage.ts'
import type { Maker } from './runs-over-bridge.ts'

/** How many seconds of the demo video are used, and how many frames of each second unless a caller says so. */
const [SECONDS, FPS] = [8, 0.5]
const CONFIDENCE = 0.5
/** Half the width of a frame, in pixels. */
const MIDDLE = 640

export interface AnnotatedFrames {
  datasetId: string
  /** Cars that are annotated as trucks. */
  swapped: number
  /** Cars whose annotation is beside them. */
  moved: number
  /** Objects whose annotation was removed. */
  unmarked: number
}

/** Extracts frames, has a run annotate them, and saves the annotations again with errors. */
export async function annotateFrames(maker: Maker, name: string): Promise<AnnotatedFrames> {
  const { datasetId, images } = await detectedFrames(maker, name)
  return { datasetId, ...(await spoil(maker, datasetId, images)) }
}

/** Extracts `fps` frames of each second and has a run annotate them. `images`: their ids, in the order of the video. */
export async function detectedFrames(maker: Maker, name: string, fps = FPS) {
  const { api } = maker
  const body = { name, annotation_types: ['bbox'] }
  const { id } = await api<{ id: string }>('datasets.create', { body })
  const images = await extract(maker, name, fps)
  const graph = annotating(id)
  const { id: workflow } = await api<{ id: string }>('workflows.create', { body: { name: `Annotate ${name}`, graph } })
  const { error } = await maker.run(workflow)
  if (error) throw new Error(error.message)
  return { datasetId: id, images }
}

/** Returns the ids of the images. */
async function extract({ api, upload }: Maker, dataset_name: string, sample_fps: number): Promise<readonly string[]> {
  const store_path = await upload(await demoClip('frames.mp4', SECONDS), 'source')
  const body = { dataset_name, store_path, directory_name: 'frames', sample_fps }
  const { job_id } = await api<VideoExtractionJob>('video.extractFrames', { body })
  for (;;) {
    const job = await api<VideoExtractionJob>('video.extraction', { params: { job_id } })
    if (job.status === 'complete') return job.image_ids ?? []
    if (job.status === 'failed') throw new Error(job.error ?? 'the frames were not extracted')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const annotating = (dataset_project_id: string) => ({
  version: 1,
  nodes: [
    { id: 'images', type: 'source', config: { kind: 'dataset', dataset_project_id } },
    {
      id: 'detect',
      type: 'model',
      config: { model_kind: 'trained', model_id: 'street-detector', confidence_threshold: CONFIDENCE },
    },
    { id: 'keep', type: 'sink', config: { kind: 'annotations', dataset_project_id } },
  ],
  edges: [
    { source: 'images', target: 'detect' },
    { source: 'detect', target: 'keep' },
  ],
})

/** Calls the first car of each image a truck, moves the second one, and removes the first pedestrian. */
async function spoil(
  { api }: Maker,
  dataset: string,
  images: readonly string[],
): Promise<Omit<AnnotatedFrames, 'datasetId'>> {
  let [swapped, moved, unmarked] = [0, 0, 0]
  for (const id of images) {
    const params = { dataset, filename_path: id }
    const { annotations } = await api<{ annotations: Annotation[] }>('annotations.get', { params })
    const [car, other] = annotations.filter((one) => one.name === 'car')
    const pedestrian = annotations.find((one) => one.name === 'pedestrian')
    if (car) swapped++
    if (other) moved++
    if (pedestrian) unmarked++
    const kept = annotations
      .filter((one) => one !== pedestrian)
      .map((one) => (one === car ? { ...one, name: 'truck' } : one === other ? besideIt(one) : one))
    await api('annotations.save', { params, body: { annotations: kept } })
  }
  return { swapped, moved, unmarked }
}

/** Moves the box by more than its width, towards the middle of the image. */
function besideIt(annotation: Annotation): Annotation {
  const { bounding_box: box } = annotation
  if (!box) throw new Error('the annotation has no box')
  return { ...annotation, bounding_box: { ...box, x: box.x + (box.x < MIDDLE ? 1.2 : -1.2) * box.w } }
}
