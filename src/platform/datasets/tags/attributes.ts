import { wordList } from './word-list.ts'

/** The attributes that a model names. The engine measures further ones, such as colours and sharpness. */
export const ATTRIBUTES = wordList(`
  3D render, aerial view, angular, animation, architecture photo, artificial light, backlit, black and white photo,
  body camera, bokeh, brick, broken, candlelight, cartoon, centred, chart, checked, clean, close-up, cloudy,
  cluttered, collage, compressed, concrete, cropped, crowded, dashboard camera, dawn, daytime, diagram, dirty,
  distorted, dotted, drawing, drone photo, dry, dusk, dusty, empty, fabric, faded, fashion photo, feathered, film
  photo, fisheye, flooded, flying, foggy, food photo, front view, full body, furry, glare, glass, grainy, group shot,
  half body, handwriting, hazy, head shot, high angle, historic, huge, icy, indoors, industrial, infrared, jumping,
  landscape photo, leather, lens flare, logo, long, long exposure, low angle, luxurious, lying, macro, many objects,
  map, matt, medical image, metallic, microscope, mirrored, modern, motion blur, moving, muddy, natural, natural
  light, neon light, new, night, night vision, noisy, off-centre, old, outdoors, overcast, painting, paper, patterned,
  photo of a screen, pixelated, plain, plastic, portrait photo, poster, product photo, rainy, rear view, reflection,
  repaired, rough, round, rural, rusty, satellite view, scanned document, screenshot, selfie, sepia, shabby, shadowy,
  shiny, side lit, side view, silhouette, single object, sitting, sketch, smoky, smooth, snowy, soft, sports photo,
  spotlit, standing, stone, stormy, street photo, striped, sunny, sunset, surveillance camera, symmetrical, tall,
  text, thermal, tidy, tilted, timestamp, tiny, top view, underwater view, upside down, urban, vintage, watercolour,
  watermark, wet, wide shot, wild, wildlife photo, windy, wooden, x-ray
`)
