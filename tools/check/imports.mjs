/**
 * Finds the imports of a source file that its layer does not allow. A text search is enough: imports are static here.
 */
import { posix } from 'node:path'
import { LAYERS, NO_NODE, PACKAGES } from './layers.mjs'

const FORMS = [
  /^(?:import|export)\s[^'"=;(]*?\bfrom\s+['"]([^'"]+)['"]/gm,
  /^import\s+['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]/gm,
]

export const importsOf = (text) => FORMS.flatMap((form) => [...text.matchAll(form)].map((m) => m[1]))

const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Messages about each import of `file` (a path below src, with slashes) that its layer does not allow. */
export function violations(file, text) {
  const room = file.split('/')[0]
  return importsOf(text).flatMap((specifier) => {
    const say = (why) => [`src/${file} imports ${specifier}: ${why}`]
    if (specifier.startsWith('.')) {
      const target = posix.normalize(posix.join(posix.dirname(file), specifier)).split('/')[0]
      if (target === '..') return say('outside src')
      if (target !== room && !LAYERS[room]?.includes(target)) return say(`${room} may not import ${target}`)
      return []
    }
    if (specifier.startsWith('node:')) return NO_NODE.includes(room) ? say(`${room} does not run on Node`) : []
    if (room === 'shared' && packageOf(specifier) !== 'typebox') return say('shared imports typebox only')
    const allowed = PACKAGES[packageOf(specifier)]
    if (allowed && !allowed.some((prefix) => file.startsWith(`${prefix}/`)))
      return say(`only ${allowed.join(', ')} may`)
    return []
  })
}
