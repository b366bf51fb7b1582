/** `sightline backup` and `sightline restore`. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startHarness } from '../platform/support/harness.ts'
import { sightline, warmSightline } from './cli.ts'

test.skipIf(process.env.SIGHTLINE_TEST_DATABASE === 'postgres')(
  'copies the data of a server that works, and restores them into a new folder',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'sightline-cli-backup-'))
    const h = await startHarness()
    try {
      await h.createWorkflow('Street')
      const backup = join(root, 'monday')
      const made = await sightline(['backup', backup, '--data', h.dataDir], root)
      expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/^Backed up \d+ files? \(/)])
      expect(made.stderr).toContain('The master key is not in it')
      const restored = await sightline(['restore', backup, '--data', join(root, 'new')], root)
      expect([restored.code, restored.stdout]).toEqual([0, expect.stringMatching(/^Restored \d+ files? /)])
      expect(existsSync(join(root, 'new', 'sightline.db'))).toBe(true)
      const again = await warmSightline(['restore', backup, '--data', join(root, 'new')], root)
      expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is not empty')])
      expect(readdirSync(root).sort()).toEqual(['monday', 'new'])
    } finally {
      await h.close()
      rmSync(root, { recursive: true, force: true })
    }
  },
)
