/** The example of a call that the page of a deployment copies, run as a person would in a terminal. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import type { PredictionReply } from '../../src/shared/api/predictions.ts'

interface CopiedCall {
  failed: boolean
  reply: PredictionReply
}

/** @param folder has the file `image.jpg` */
export async function runCopied(page: Page, token: string, folder: string): Promise<CopiedCall> {
  const command = await page.evaluate(() => navigator.clipboard.readText())
  const env = { ...process.env, DEPLOY_TOKEN: token }
  try {
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: folder, env })
    return { failed: false, reply: JSON.parse(stdout) }
  } catch (error) {
    return { failed: true, reply: JSON.parse((error as { stdout: string }).stdout) }
  }
}
