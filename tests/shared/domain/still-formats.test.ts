import { expect, it } from 'vitest'
import { sourceKindOf } from '../../../src/shared/domain/media-type.ts'
import {
  extensionsOfType,
  IMAGE_ACCEPT,
  IMAGE_EXTENSIONS,
  imageTypeOfName,
  isImageName,
  storedTypeOfCodec,
} from '../../../src/shared/domain/still-formats.ts'

it.each([
  'a.jpg',
  'A.JPEG',
  'b.jfif',
  'b.JPE',
  'c.gif',
  'd.HEIC',
  'e.avif',
  'f.Tif',
  'g.tiff',
  'h.bmp',
  'i.webp',
  'j.x.png',
])('takes %s for an image', (name) => {
  expect(isImageName(name)).toBe(true)
  expect(imageTypeOfName(name)).toMatch(/^image\//)
})

it.each(['jpg', 'notes.txt', 'clip.mp4', 'a.jpg.zip', 'image.svg', 'a.constructor', ''])(
  'takes %s for no image',
  (name) => {
    expect(isImageName(name)).toBe(false)
  },
)

it('offers every extension in file dialogs, and once', () => {
  expect(new Set(IMAGE_EXTENSIONS).size).toBe(IMAGE_EXTENSIONS.length)
  for (const extension of IMAGE_EXTENSIONS) expect(IMAGE_ACCEPT.split(',')).toContain(`.${extension}`)
})

it('names the type that a data set holds by the codec that the engine reports', () => {
  expect(storedTypeOfCodec('mjpeg')).toBe('image/jpeg')
  expect(storedTypeOfCodec('av1')).toBe('image/avif')
  expect(storedTypeOfCodec('hevc')).toBeUndefined()
  expect(extensionsOfType('image/jpeg')[0]).toBe('.jpg')
  expect(extensionsOfType('image/unknown')).toEqual([])
})

it('takes moving images for videos when they are a source by themselves', () => {
  expect(['image/gif', 'image/apng'].map(sourceKindOf)).toEqual(['video', 'video'])
  expect(['image/jpeg', 'image/png', 'image/webp'].map(sourceKindOf)).toEqual(['image', 'image', 'image'])
})
