/**
 * Finds the imports of a source file that its layer does not allow. A text search is enough: imports are static here.
 */
import { posix } from 'node:path'
import { LAYERS, NO_NODE, PACKAGES, ROOM_ORDER, SEPARATE_ROOMS } from './layers.mjs'

const FORMS = [
  /^(?:import|export)\s[^'"=;(]*?\bfrom\s+['"]([^'"]+)['"]/gm,
  /^import\s+['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]/gm,
]

/** @param {string} text */
export const importsOf = (text) =>
  FORMS.flatMap((form) => [...text.matchAll(form)].map(([, specifier = '']) => specifier))

/** @param {string} specifier */
const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/**
 * Says why a file may not import another file of its layer; null if it may.
 * @param {string} file
 * @param {string} target
 */
function refusal(file, target) {
  const [layer = '', from = '', fromRoom] = file.split('/')
  const [, to = '', toRoom] = target.split('/')
  const order = ROOM_ORDER[layer]
  if (!order) return null
  /** @param {string} path */
  const isTop = (path) => path.split('/').length === 2
  if (isTop(file)) return null
  if (isTop(target)) return `${layer} starts there`
  for (const folder of [from, to]) if (!order.includes(folder)) return `${layer}/${folder} is not in ROOM_ORDER`
  if (order.indexOf(to) > order.indexOf(from)) return `${layer}/${from} may not import ${layer}/${to}`
  if (from === to && fromRoom !== toRoom && SEPARATE_ROOMS.includes(`${layer}/${from}`))
    return `one of ${layer}/${from} may not import another`
  return null
}

/**
 * Messages about each import of `file` (a path below src, with slashes) that its layer does not allow.
 * @param {string} file
 * @param {string} text
 * @returns {string[]}
 */
export function violations(file, text) {
  const [room = ''] = file.split('/')
  return importsOf(text).flatMap((specifier) => {
    /** @param {string} why */
    const say = (why) => [`src/${file} imports ${specifier}: ${why}`]
    if (specifier.startsWith('.')) {
      const path = posix.normalize(posix.join(posix.dirname(file), specifier))
      const [target = ''] = path.split('/')
      if (target === '..') return say('outside src')
      if (target !== room) return LAYERS[room]?.includes(target) ? [] : say(`${room} may not import ${target}`)
      const why = refusal(file, path)
      return why === null ? [] : say(why)
    }
    if (specifier.startsWith('node:')) return NO_NODE.includes(room) ? say(`${room} does not run on Node`) : []
    const allowed = PACKAGES[packageOf(specifier)]
    if (room === 'shared' && !allowed && packageOf(specifier) !== 'typebox') return say('shared imports typebox only')
    if (allowed && !allowed.some((prefix) => file.startsWith(`${prefix}/`)))
      return say(`only ${allowed.join(', ')} may`)
    return []
  })
}
