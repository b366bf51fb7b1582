/** Outlines objects of an image by the platform: a click, or a box around an object. */
import type { PromptResult } from '../../../../shared/api/auto-annotate.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { toastError } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'
import type { ObjectPrompt, Outliner } from '../labelling/tools/tool.ts'

interface OutlinerOptions {
  host: Host
  datasetId: string
  image: { id: string; width: number; height: number }
}

export const createOutliner = (options: OutlinerOptions): Outliner => ({
  async outline(prompt, className) {
    try {
      const { annotations } = await found(options, prompt, className)
      const [best] = annotations
      if (!best?.bounding_box) return null
      return { box: best.bounding_box, ...(best.polygon && { polygon: best.polygon }) }
    } catch (error) {
      toastError(texts.data.label.notOutlined, error)
      return null
    }
  },
})

/** An outline of any score is shown: the user sees whether it is right. */
function found({ host, datasetId, image }: OutlinerOptions, prompt: ObjectPrompt, name: string): Promise<PromptResult> {
  const of = { dataset_name: datasetId, image_filename: image.id, name }
  if ('box' in prompt) {
    return host.api('autoAnnotate.box', { body: { ...of, box: prompt.box, confidence_threshold: 0 } })
  }
  const pixels = prompt.inside.map(({ x, y }): [number, number] => [
    Math.min(image.width - 1, Math.floor(x)),
    Math.min(image.height - 1, Math.floor(y)),
  ])
  const [[x, y] = [0, 0], ...more] = pixels
  const beside = prompt.outside.map((at): [number, number] => [
    Math.min(image.width - 1, at.x),
    Math.min(image.height - 1, at.y),
  ])
  return host.api('autoAnnotate.point', {
    body: { ...of, x, y, positive_points: more, negative_points: beside, score_threshold: 0 },
  })
}
