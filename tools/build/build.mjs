/** `npm run build`: everything, or the parts named as arguments (node, renderer, preload). */
import { ifSupported } from '../../bin/supported.mjs'

ifSupported(async () => {
  const { ensureBuilt, PART_NAMES } = await import('./ensure-built.mjs')
  const names = process.argv.slice(2)
  const wanted = PART_NAMES.filter((part) => names.length === 0 || names.includes(part))
  if (names.length > wanted.length) throw new Error(`The parts are ${PART_NAMES.join(', ')}.`)
  await ensureBuilt(wanted, { force: true })
})
