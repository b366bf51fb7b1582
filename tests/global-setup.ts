/** Tests that start processes use the built entries in out/node, the same that ship. */
export default async function setup(): Promise<void> {
  const { ensureBuilt } = await import('../tools/build/ensure-built.mjs')
  await ensureBuilt(['node'])
}
