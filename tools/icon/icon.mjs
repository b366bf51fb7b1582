/** Draws resources/app/icon.png, the icon of the packaged app, from the logo of the Studio's page. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'

/** electron-builder scales the icons of every system from this size, in pixels. */
const SIZE = 1024
/** Icons of macOS have a margin of a tenth; those of other systems may. */
const BORDER = 100

const MARK = join('src', 'renderer', 'base', 'ui', 'mark.svg')
const ICON = join('resources', 'app', 'icon.png')

const inner = SIZE - 2 * BORDER
// The size keeps the drawing sharp: without one it is rendered at the 24 pixels of its view box and enlarged.
const svg = readFileSync(MARK, 'utf8').replace('<svg ', `<svg width="${inner}" height="${inner}" `)
const canvas = createCanvas(SIZE, SIZE)
canvas.getContext('2d').drawImage(await loadImage(Buffer.from(svg)), BORDER, BORDER, inner, inner)
mkdirSync(dirname(ICON), { recursive: true })
writeFileSync(ICON, await canvas.encode('png'))
console.log(`${ICON}: ${SIZE} x ${SIZE}`)
