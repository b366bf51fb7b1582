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
 * The path of a file below a folder, in its parts; null for a file elsewhere.
 * @param {string} folder
 * @param {string} path
 */
const below = (folder, path) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/') : null)

/**
 * Says why a file may not import another by the order of the rooms in `folder`; null if it may.
 * @param {string} folder
 * @param {readonly string[]} order
 * @param {string} file
 * @param {string} target
 */
function orderRefusal(folder, order, file, target) {
  const [from, to] = [below(folder, file), below(folder, target)]
  if (!from || !to || from.length === 1) return null
  if (to.length === 1) return `${folder} starts there`
  for (const [room = ''] of [from, to]) if (!order.includes(room)) return `${folder}/${room} is not in ROOM_ORDER`
  const [lower = '', upper = ''] = [from[0], to[0]]
  return order.indexOf(upper) > order.indexOf(lower) ? `${folder}/${lower} may not import ${folder}/${upper}` : null
}

/**
 * Says why a file may not import another file of its layer; null if it may.
 * @param {string} file
 * @param {string} target
 */
function refusal(file, target) {
  for (const [folder, order] of Object.entries(ROOM_ORDER)) {
    const why = orderRefusal(folder, order, file, target)
    if (why !== null) return why
  }
  for (const folder of SEPARATE_ROOMS) {
    const [from, to] = [below(folder, file), below(folder, target)]
    if (from && to && from[0] !== to[0]) return `one of ${folder} may not import another`
  }
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
