/** The Studio as it ships, built from what is here now. */
import { onDesktop } from './desktop.ts'

export default async function setup(): Promise<void> {
  const { ensureBuilt } = await import('../../tools/build/ensure-built.mjs')
  await ensureBuilt(['node', 'renderer', ...(onDesktop ? ['preload'] : [])])
}
