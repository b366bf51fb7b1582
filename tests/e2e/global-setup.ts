/** Builds the Studio as it ships, from the current sources. */
import { onDesktop } from './desktop.ts'

export default async function setup(): Promise<void> {
  const { ensureBuilt } = await import('../../tools/build/ensure-built.mjs')
  await ensureBuilt(onDesktop ? ['node', 'renderer', 'preload'] : ['node', 'renderer'])
}
