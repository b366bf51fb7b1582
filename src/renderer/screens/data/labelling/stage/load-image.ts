/** Loads an image for drawing. */

/** @param onEnd called once the image can be drawn, or its loading failed */
export function loadImage(url: string, onEnd: (state: 'shown' | 'failed') => void): HTMLImageElement {
  const image = new Image()
  image.onload = () => onEnd('shown')
  image.onerror = () => onEnd('failed')
  image.src = url
  return image
}
