import { formatCount, plural } from '../../plural.ts'

export const insights = {
  failed: 'The insights could not be loaded',
  figures: 'Figures of the data set',
  images: 'Images',
  annotatedImages: 'Annotated images',
  annotations: 'Annotations',
  perImage: 'Annotations per image',
  bytes: 'Size',
  classes: 'Annotations by class',
  classesHint: 'A bar leads to the images of its class.',
  imagesOfClass: (n: number) => `Show ${plural(n, 'image')} of this class`,
  moreClasses: (n: number) => `and ${formatCount(n)} more classes with fewer annotations`,
  noAnnotations: 'No image is annotated yet.',
  statuses: 'Images by status',
  density: 'Images by number of annotations',
  range: (least: number, most: number | null) =>
    most === null ? `${formatCount(least)} or more` : least === most ? formatCount(least) : `${least}–${most}`,
  sizes: 'Images by size in pixels',
  moreSizes: (n: number) => `and ${formatCount(n)} more sizes with fewer images`,
  showImages: 'Show these images',
  showAnnotated: 'Show all annotated images',
}
