/** `npm run build`: everything, or the parts named as arguments (node, renderer, preload). */
import { ifSupported } from '../../bin/supported.mjs'

ifSupported(async () => {
  const { ensureBuilt, PARTS } = await import('./ensure-built.mjs')
  const wanted = process.argv.slice(2)
  await ensureBuilt(wanted.length > 0 ? wanted : Object.keys(PARTS), { force: true })
})
