/** How an image becomes the input of a model. */

/** Ways to fit an image to the size of an input. */
export const FITS = [
  /** Whole, centred between bars. */
  'letterbox',
  /** Whole at the top left, with bars to the right and below. */
  'letterbox_top_left',
  /** Whole, each side scaled by itself. */
  'stretch',
  /** The centre of the image, as much of it as has the input's shape; its sides are hidden from the model. */
  'center_crop',
] as const
export type Fit = (typeof FITS)[number]
