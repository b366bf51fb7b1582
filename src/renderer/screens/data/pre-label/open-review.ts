/** Opens the images whose proposals wait for a review. */
import type { Host } from '../../../base/host/host-context.ts'
import { navigate } from '../../../base/navigation/route.ts'
import { toastError, toastInfo } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'
import { EVERY_IMAGE, filterOf, formatQuery, type ImageQuery } from '../query/image-query.ts'

const words = texts.data.preLabel

/** Keeps the filters and the order of a list of proposals; otherwise begins with the least confident one. */
export async function openReview(host: Host, datasetId: string, from: ImageQuery = EVERY_IMAGE): Promise<void> {
  const query: ImageQuery =
    from.annotated === 'pending' ? from : { ...from, annotated: 'pending', sort: 'confidence', archived: false }
  try {
    const { data } = await host.api('imageLists.ids', { params: { dataset: datasetId }, query: filterOf(query) })
    const [imageId] = data
    if (imageId === undefined) return toastInfo(words.nothingToReview)
    navigate({ screen: 'image', datasetId, imageId, query: formatQuery(query) })
  } catch (error) {
    toastError(words.reviewFailed, error)
  }
}
